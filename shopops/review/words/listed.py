"""Several names or things in a row."""

from collections.abc import Sequence

from django.utils.translation import gettext


def listed(words: Sequence[str]) -> str:
    """Such as: Noor Haddad, Leo Park and Tomasz Wren. Empty for none."""
    *others, last = words or [""]
    if not others:
        return last
    return gettext("{others} and {last}").format(others=", ".join(others), last=last)
