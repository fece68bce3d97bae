"""What to do about a request that was turned away, by the way it came. Pure."""

from shopops.acknowledgments.providers import RAW

NOT_SWITCHED_ON = "this way is not switched on"
CLOCKS = "Set the clocks of both machines, and sign each delivery anew."


def refused_words(slug: str, way: str, problem: str) -> tuple[str, str]:
    says = f"A request to /inbound/{slug}/{way} was turned away: {problem.rstrip('.')}."
    return says, f"{_advice(slug, way, problem)} If it was none of yours, wait on."


def _advice(slug: str, way: str, problem: str) -> str:
    if problem == NOT_SWITCHED_ON:
        return f"Add {way} to SHOPOPS_INBOUND, or post where one that is switched on posts."
    if "too old" in problem:
        return CLOCKS
    if way == RAW:
        return (
            "Sign with this site’s SHOPOPS_INBOUND_SECRET, over the shop’s name, the time and "
            f"exactly the bytes that are posted, to the address of the shop {slug}."
        )
    if way == "mailgun" and "basic auth" not in problem:
        return "Set SHOPOPS_MAILGUN_SIGNING_KEY to Mailgun’s HTTP webhook signing key."
    return (
        "Give the provider the address https://NAME:PASSWORD@…, with the name and password of "
        "SHOPOPS_INBOUND_BASIC_AUTH."
    )
