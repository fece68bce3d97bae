"""Every page of a shop that a link leads to: in the dark, on a phone, axe finds nothing. A picture
of each is kept below artifacts/, in every run."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import ARTIFACTS, Visit, Visitor
from tests.browser.looks import DARK_PHONE
from tests.support.walls.shop_pages import BELOW, SHOP_PAGES

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline/"
UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true"
PLACE = re.compile(r"<[^>]+>")
NO_PAGES = re.compile(r"\.(csv|zip)$|/live/$|/mails/$")  # files, and parts of pages
# What nobody has begun in the demo, so that no link leads there: each has a test of its own.
NOT_BEGUN = {
    "review/bulk/<uuid:run_id>/",
    "settings/thresholds/preview/<int:run_id>/",
    "settings/privacy/<int:request_id>/",
    "settings/tokens/<int:token_id>/replace/",
    "settings/connections/<int:connection_id>/",
    "settings/connections/<int:connection_id>/change/",
    "settings/connections/<int:connection_id>/deliveries/",
    "settings/connections/<int:connection_id>/deliveries/<int:delivery_id>/",
    "setup/orders/<int:file_id>/",
}


def test_on_no_page_that_a_link_leads_to_anything_is_wrong(visit: Visit) -> None:
    admin = visit(DARK_PHONE)
    admin.sign_in(ADAEZE.email)
    found: list[str] = []
    seen = set()
    for pattern in _walk(admin):
        seen.add(pattern)
        admin.page.evaluate(
            "for (const one of document.querySelectorAll('details')) one.open = true"
        )
        found += admin.troubles(pattern, DARK_PHONE)
        _keep(admin, pattern)
    assert found == []
    assert _pages() - seen == NOT_BEGUN
    assert admin.complaints == []


def _keep(visitor: Visitor, pattern: str) -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    name = re.sub(r"[^a-z]+", "-", PLACE.sub("one", pattern)).strip("-")
    visitor.page.screenshot(path=ARTIFACTS / f"{name}-{DARK_PHONE}.png", full_page=True)


def _pages() -> set[str]:
    shown = (one.removeprefix(BELOW) for one, page in SHOP_PAGES.items() if page.get)
    return {one for one in shown if not NO_PAGES.search(one)}


def _walk(visitor: Visitor) -> Iterator[str]:
    """Open one page of each pattern, by links where its address names something."""
    waiting = {one: one for one in _pages() if not PLACE.search(one)}
    left = _pages() - waiting.keys()
    while waiting:
        pattern, path = waiting.popitem()
        visitor.open(f"{SHOP}{path}")
        visitor.page.wait_for_load_state()
        links = visitor.page.eval_on_selector_all("a[href]", "all => all.map(one => one.href)")
        found = {one: path for one in left for path in links if _leads(path, one)}
        waiting |= {one: _below(path) for one, path in found.items()}
        left -= found.keys()
        yield pattern


def _leads(address: str, pattern: str) -> bool:
    path = "[^/]+".join(re.escape(part) for part in PLACE.split(pattern))
    return re.fullmatch(re.escape(SHOP) + path, urlsplit(address).path) is not None


def _below(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}".removeprefix(SHOP).removesuffix("?")
