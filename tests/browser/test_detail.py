"""One order's page in a real browser: what is cited lights up, opens its source, and leads back."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
LIT = re.compile(r"\blit\b")


def _open(visitor: Visitor, order: str = "O-1001") -> Page:
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q={order}")
    page.locator("[data-item]", has_text=order).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(order)
    return page


def _fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_cited_id_lights_up_its_evidence_when_pointed_at_and_when_focused(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    cite = page.locator(".opt .cite", has_text="oms:order_total").first
    row = page.locator(".ev-t tr", has_text="Order total")
    expect(row).not_to_have_class(LIT)
    cite.hover()
    expect(row).to_have_class(LIT)
    page.locator("h1").hover()
    expect(row).not_to_have_class(LIT)
    cite.focus()
    expect(row).to_have_class(LIT)
    assert maya.complaints == []


def test_the_source_is_marked_and_leads_to_the_row_by_keyboard(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    page.locator(".opt .cite", has_text="oms:order_total").first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("mark").first).to_contain_text('"total"')
    dialog.get_by_role("link", name="Show in the list").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    row = page.locator(".pieces-box li", has_text="oms:order_total")
    expect(row).to_be_visible()
    expect(row).to_be_focused()
    assert maya.complaints == []


def test_without_a_script_the_source_s_page_leads_back_to_the_lit_row(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    source = page.locator(".opt .cite", has_text="oms:order_total").first.get_attribute("href")
    maya.open(source or "")
    expect(page.locator("mark").first).to_contain_text('"total"')
    page.get_by_role("link", name=re.compile("to this piece in the evidence$")).click()
    row = page.locator(".pieces li:target")
    expect(row).to_be_visible()
    expect(row).to_contain_text("oms:order_total")


@pytest.mark.parametrize(
    ("scheme", "size"),
    [
        ("light", (1440, 1080)),
        ("dark", (1440, 1080)),
        ("light", (390, 844)),
        ("dark", (390, 844)),
        ("light", (640, 512)),  # 1280 x 1024 at 200 %
    ],
)
def test_axe_finds_nothing_on_it_and_it_fits_the_screen(
    visit: Visit, scheme: str, size: tuple[int, int]
) -> None:
    maya = visit(scheme, size)
    maya.sign_in()
    for order in ("O-1001", "O-1004"):
        page = _open(maya, order)
        maya.keep(f"detail-{order}-{scheme}-{size[0]}", whole=True)
        maya.unfold()
        found = Axe().run(page).response["violations"]
        assert [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found] == []
        assert _fits(page), order
    assert maya.complaints == []
