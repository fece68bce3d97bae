"""On no page does axe complain, does anything stick out, or does the console say something."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import BOTH

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
OTHERS = {
    "filters": f"{SHOP}/review/?low=x&currency=USD&rule=APR-1",
    "nothing": f"{SHOP}/review/?q=nothing",
    "shops": "/shops/",
    "thresholds": f"{SHOP}/settings/thresholds/",
    "settings-review": f"{SHOP}/settings/review/",
    "settings-alarms": f"{SHOP}/settings/alarms/",
    "settings-people": f"{SHOP}/settings/people/",
    "audit": f"{SHOP}/audit/",
    "settings-replies": f"{SHOP}/settings/replies/",
    "guides": "/guides/",
    "guide": "/guides/mail-setup/",
    "guide-tables": "/guides/import-format/",
}


def test_where_reviewers_work_nothing_is_wrong(visit: Visit) -> None:
    maya = visit()
    maya.open("/sign-in/")
    found = maya.troubles("sign-in", *BOTH)
    maya.sign_in()
    found += maya.troubles("queue", *BOTH)
    found += _order(maya, "O-1001")
    found += _dialogs(maya)
    maya.open(f"{SHOP}/ledger/")
    found += maya.troubles("ledger")
    assert found == []
    assert maya.complaints == []


def test_on_the_other_pages_nothing_is_wrong(visit: Visit) -> None:
    admin = visit()
    admin.sign_in(ADAEZE.email)
    found: list[str] = []
    for name, path in OTHERS.items():
        admin.open(path)
        found += admin.troubles(name)
    for order in ("O-1004", "O-1019", "O-1046"):
        found += _order(admin, order)
    assert admin.complaints == []
    admin.open(f"{SHOP}/nowhere/")
    found += admin.troubles("not-found")
    assert found == []


def _order(visitor: Visitor, order: str) -> list[str]:
    """Its page, with everything on it unfolded."""
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q={order}")
    page.locator("[data-item]").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(order)
    visitor.unfold()
    return visitor.troubles(order)


def _dialogs(visitor: Visitor) -> Iterator[str]:
    """What opens on an order's page."""
    page = visitor.page
    visitor.settle()
    page.locator(".cite").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield from visitor.troubles("source", *BOTH)
    visitor.open(f"{SHOP}/review/")
    page.locator("[data-item]").first.click()
    expect(page.locator("[data-reject]")).to_be_attached()
    visitor.press("r")
    expect(page.locator("details.decide[open]")).to_have_count(1)
    yield from visitor.troubles("reject", *BOTH)
    visitor.press("Escape")
    visitor.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    yield from visitor.troubles("keys", *BOTH)
