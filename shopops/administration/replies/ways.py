"""The ways by which answers come in to a shop, and the address that each posts to."""

from django.conf import settings
from django.urls import reverse
from msgspec import Struct

from shopops.acknowledgments.providers import PROVIDERS, RAW


class Way(Struct, frozen=True, kw_only=True):
    name: str
    address: str
    tested: bool


def ways_in(slug: str) -> list[Way]:
    """As the site's SHOPOPS_INBOUND has them; a shop can't add one."""
    return [_raw(slug) if name == RAW else _posted(slug, name) for name in settings.SHOPOPS_INBOUND]


def _raw(slug: str) -> Way:
    path = reverse("acknowledgments:raw", args=[slug])
    return Way(name="Your own mail server", address=_site(path), tested=True)


def _posted(slug: str, name: str) -> Way:
    path = reverse("acknowledgments:provider", args=[slug, name])
    provider = PROVIDERS.get(name)
    return Way(
        name=name.capitalize(), address=_site(path), tested=provider is not None and provider.tested
    )


def _site(path: str) -> str:
    return f"{settings.SHOPOPS_SITE_URL}{path}"
