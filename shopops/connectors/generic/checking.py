"""What can't be right about what was typed, by the field that it stands in."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

from shopops.connectors.generic.client import base_of
from shopops.connectors.generic.settings import ADDRESS, SECRET_IN, SECRET_OUT
from shopops.connectors.generic.signing import NoSecret, keys_of

SAME = gettext_noop(
    "It is the same as the secret for what ShopOps sends. Make another one: who knows one of them "
    "must not be able to pass for both sides."
)


def wrong(settings: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        base_of(settings.get(ADDRESS, ""))
    except ValueError as problem:
        found[ADDRESS] = str(problem)
    keys: set[bytes] = set()
    for name in (SECRET_OUT, SECRET_IN):
        try:
            own = set(keys_of(settings.get(name, "")))
        except NoSecret as problem:
            found[name] = str(problem)
            continue
        if own & keys:
            found[name] = gettext(SAME)
        keys |= own
    return found
