"""How much of the queue is in sight on a small laptop, and what opens over it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import Look

pytestmark = pytest.mark.django_db(transaction=True)
LAPTOP = Look("light", 1280, 800)
QUEUE = "/t/store_northline/review/"
# Rows that nothing cuts off: they stand between the head and the foot of the list.
WHOLE = """() => {
  const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
  const [top, bottom] = [edge(".qhead", "bottom"), edge(".below", "top")];
  return [...document.querySelectorAll("[data-item]")].map((row) => row.getBoundingClientRect())
    .filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length;
}"""
FOOT = "document.querySelector('.foot').offsetHeight"


@pytest.mark.parametrize("language", ["en", "de"])
def test_five_rows_are_wholly_in_sight_on_a_small_laptop(visit: Visit, language: str) -> None:
    maya = visit(LAPTOP)
    page = maya.page
    page.set_extra_http_headers({"Accept-Language": language})
    maya.sign_in()
    maya.open(QUEUE)
    expect(page.locator("[data-item]").first).to_be_visible()
    maya.keep(f"rows-{language}")
    assert page.evaluate(WHOLE) >= 5
    assert page.evaluate(FOOT) <= 40
    for name in ("filters", "views"):
        page.locator(f"#{name}-summary").click()
        expect(page.locator(f".{name} > .panel")).to_be_in_viewport(ratio=1)
        assert page.evaluate(WHOLE) >= 5  # it opens over the list, which stays where it is
        assert maya.troubles(f"rows-{name}-{language}", LAPTOP) == []
    expect(page.locator(".filters > .panel")).to_be_hidden()
    maya.press("Escape")
    expect(page.locator(".views > .panel")).to_be_hidden()
    expect(page.locator("#views-summary")).to_be_focused()
    assert maya.complaints == []


def test_what_is_done_with_several_is_in_sight_once_one_is_ticked(visit: Visit) -> None:
    maya = visit(LAPTOP)
    page = maya.page
    maya.sign_in()
    approve = page.get_by_role("button", name="Approve…")
    expect(approve).to_have_count(0)
    maya.press("j")
    maya.press("x")
    expect(approve).to_be_visible()
    expect(page.locator("[data-bulk-count]")).to_have_text("1 selected")
    maya.keep("rows-ticked")
    assert maya.troubles("rows-ticked", LAPTOP) == []
    maya.press("x")
    expect(approve).to_have_count(0)
    page.get_by_role("button", name="All on this page").click()
    expect(approve).to_be_focused()
    assert maya.complaints == []


def test_a_fold_closes_when_the_focus_goes_on_to_the_list(visit: Visit) -> None:
    maya = visit(LAPTOP)
    page = maya.page
    maya.sign_in()
    page.locator("#filters-summary").click()
    maya.press("j")
    expect(page.locator("[data-item]").first).to_be_focused()
    expect(page.locator(".filters > .panel")).to_be_hidden()
