"""Ids as they come in with a form or an address."""

DIGITS = 18  # no more than any id has; a number of thousands of digits is never read


def read_id(text: str) -> int | None:
    """None: it can be no row's id."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None
