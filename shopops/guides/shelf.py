"""Which guides people of a shop can open: those of docs/ that are written for them."""

from functools import cache

from django.conf import settings
from msgspec import Struct

from shopops.guides.rendering import Rendered, rendered

# In the order in which they are listed.
NAMES = (
    "connect-shopify",
    "connect-woocommerce",
    "connect-easypost",
    "connect-own-system",
    "import-format",
    "mail-setup",
    "customer-mail",
    "narrative",
    "write-back",
    "privacy",
)


class Guide(Struct, frozen=True, kw_only=True):
    """`html` is safe to show: made from a file of ours, without anything that was HTML in it."""

    name: str
    title: str
    html: str


def guide(name: str) -> Guide | None:
    """None: there is none, or it is not for people of a shop. Of that nothing is remembered."""
    return _made(name) if name in NAMES else None


@cache
def _made(name: str) -> Guide:
    made: Rendered = rendered((settings.BASE_DIR / "docs" / f"{name}.md").read_text("utf-8"), NAMES)
    return Guide(name=name, title=made.title, html=made.html)


def guides() -> list[Guide]:
    return [_made(name) for name in NAMES]
