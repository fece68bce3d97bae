"""An open page in the looks that people have: light and dark, wide and on a phone."""

from typing import Any, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

# What passes is not listed, only what does not.
AXE = "axe.run(document, {resultTypes: ['violations']})"
STICKS_OUT = "document.documentElement.scrollWidth - innerWidth"


class Look(NamedTuple):
    scheme: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.scheme}-{self.width}"


LIGHT, DARK = Look("light", 1440, 1080), Look("dark", 1440, 1080)
PHONE, DARK_PHONE = Look("light", 390, 844), Look("dark", 390, 844)
BOTH = (LIGHT, DARK)
USUAL = (LIGHT, DARK, PHONE)


def put_on(page: Page, look: Look) -> None:
    """The page as it is open now, for somebody with that taste and screen."""
    page.set_viewport_size({"width": look.width, "height": look.height})
    page.emulate_media(color_scheme="dark" if look.scheme == "dark" else "light")


def troubles(page: Page) -> list[str]:
    """What axe finds on the page as it is now, and what sticks out of the screen."""
    found = _axe(page)
    too_wide = page.evaluate(STICKS_OUT)
    return [*found, f"{too_wide} px stick out sideways"] if too_wide > 0 else found


def _axe(page: Page) -> list[str]:
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(AXE)["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
