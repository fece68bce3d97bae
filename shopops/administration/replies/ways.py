"""The ways by which answers come in to a shop, as its page names them."""

from django.utils.translation import gettext
from msgspec import Struct

from shopops.acknowledgments.doctor.settings_check import ways_in
from shopops.acknowledgments.providers import PROVIDERS, RAW


class Way(Struct, frozen=True, kw_only=True):
    """`address`: what the mail server or the provider posts to."""

    name: str
    address: str
    tested: bool


def ways_of(slug: str) -> list[Way]:
    """As the site's SHOPOPS_INBOUND has them; a shop can't add one."""
    return [
        Way(name=_name(way.name), address=way.address, tested=_is_tested(way.name))
        for way in ways_in(slug)
    ]


def _name(name: str) -> str:
    return gettext("Your own mail server") if name == RAW else name.capitalize()


def _is_tested(name: str) -> bool:
    return name == RAW or PROVIDERS[name].tested
