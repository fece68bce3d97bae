"""Domains and addresses in the one form in which they are compared: never by their shape."""

import re

import idna

LONGEST = 253
_LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL}){{1,126}}")


def a_label(domain: str) -> str | None:
    """Lower case, and `xn--…` for what is not ASCII; None for what is no domain."""
    text = domain.lower()
    if len(text) > LONGEST:
        return None
    if not text.isascii():
        try:
            text = idna.encode(text).decode("ascii")
        except (idna.IDNAError, UnicodeError):
            return None
    return text if len(text) <= LONGEST and _DOMAIN.fullmatch(text) else None


def comparable(address: str) -> str | None:
    """An address to compare: mail systems ignore the case of what stands before the @."""
    local, _, domain = address.strip().rpartition("@")
    name = a_label(domain)
    return f"{local.lower()}@{name}" if local and name else None
