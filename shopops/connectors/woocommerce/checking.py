"""What can't be right about what was typed, by the field that it stands in."""

from collections.abc import Mapping

from django.utils.translation import gettext

from shopops.connectors.woocommerce.address import Site
from shopops.connectors.woocommerce.client import begins_with
from shopops.connectors.woocommerce.settings import ADDRESS, BEGINNINGS


def wrong(settings: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        Site(settings.get(ADDRESS, ""))
    except ValueError as problem:
        found[ADDRESS] = str(problem)
    for name, beginning in BEGINNINGS.items():
        if not begins_with(settings.get(name, ""), beginning):
            found[name] = gettext("It begins with {beginning}.").format(beginning=beginning)
    return found
