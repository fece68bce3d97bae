"""What a shop says, as a row can hold it and a page can show it. Pure."""


def readable(text: str, *, instead: str = "?") -> str:
    """With nothing that a database or a page trips over."""
    return "".join(sign if sign.isprintable() else instead for sign in text)
