"""What the checks of the mail settings say, by their ids."""

SENTENCES: dict[str, str] = {
    "shopops.E020": "SHOPOPS_SMTP_URL names no mail server: {problem}.",
    "shopops.W020": "No mail server is set, so nobody can be rung.",
    "shopops.W020/hint": "Set SHOPOPS_SMTP_URL, like {example}.",
    "shopops.E021": "{setting}: {problem}.",
    "shopops.E021/hint": "Set it to one address.",
}
