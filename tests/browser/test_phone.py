"""What only a narrow screen shows."""

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)
# How many rows the buttons of the decision bar stand in.
ROWS = """() => new Set([...document.querySelectorAll("[data-approve], .actions .decide > summary")]
  .map((button) => Math.round(button.getBoundingClientRect().top))).size"""


def test_of_a_row_of_tabs_the_shown_one_is_in_sight(visit: Visit) -> None:
    admin = visit()
    admin.sign_in(ADAEZE.email)
    admin.page.set_viewport_size({"width": 390, "height": 844})
    admin.open("/t/store_northline/settings/tokens/")
    for row in (".tabs", ".top nav"):
        expect(admin.page.locator(f"{row} [aria-current]")).to_be_in_viewport(ratio=0.99)
    assert admin.complaints == []


def test_an_order_that_is_opened_begins_at_its_top(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    maya.page.set_viewport_size({"width": 390, "height": 844})
    maya.open("/t/store_northline/review/")
    maya.page.locator("[data-item]").nth(12).click()
    expect(maya.page.locator("[data-proposal] h1")).to_be_in_viewport()
    assert maya.page.evaluate("scrollY") == 0
    assert maya.complaints == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_head_is_one_row_and_the_decision_two(visit: Visit, language: str) -> None:
    maya = visit()
    maya.page.set_extra_http_headers({"Accept-Language": language})
    maya.sign_in()
    maya.page.set_viewport_size({"width": 390, "height": 844})
    for order in ("O-1001", "O-1012", "O-1038"):
        maya.open(f"/t/store_northline/review/?q={order}")
        maya.page.locator("[data-item]").first.click()
        expect(maya.page.locator("[data-proposal] h1")).to_be_in_viewport()
        assert maya.page.evaluate("document.querySelector('.top').offsetHeight") <= 54
        assert (order, maya.page.evaluate(ROWS)) == (order, 2)
    assert maya.complaints == []
