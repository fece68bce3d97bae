"""What can't be right about what was typed, by the field that it stands in."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

from shopops.connectors.shopify.settings import NotAShop, address_of

ONE_OF_BOTH = gettext_noop(
    "Fill in the client ID, or the access token below. Without one of them nobody is let in."
)


def wrong(settings: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        address_of(settings)
    except NotAShop as problem:
        found["shop"] = str(problem)
    if not (settings.get("client_id") or settings.get("access_token")):
        found["client_id"] = gettext(ONE_OF_BOTH)
    return found
