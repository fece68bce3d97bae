"""axe finds nothing to complain about, on any page, light and dark."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"


def _findings(visitor: Visitor, name: str) -> Iterator[str]:
    visitor.keep(name)
    for violation in Axe().run(visitor.page).response["violations"]:
        for node in violation["nodes"]:
            yield f"{name}: {violation['id']}: {node['html'][:160]}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(visit: Visit, scheme: str) -> None:
    visitor = visit(scheme)
    found: list[str] = []
    visitor.open("/sign-in/")
    found += _findings(visitor, f"axe-sign-in-{scheme}")
    visitor.sign_in(ADAEZE.email)
    found += _findings(visitor, f"axe-queue-{scheme}")
    found += _orders(visitor, scheme)
    for name, path in (
        ("ledger", f"{SHOP}/ledger/"),
        ("filters", f"{SHOP}/review/?low=x&currency=USD&rule=APR-1"),
        ("nothing", f"{SHOP}/review/?q=nothing"),
        ("shops", "/shops/"),
        ("thresholds", f"{SHOP}/settings/thresholds/"),
        ("settings-review", f"{SHOP}/settings/review/"),
        ("settings-alarms", f"{SHOP}/settings/alarms/"),
        ("settings-people", f"{SHOP}/settings/people/"),
        ("settings-replies", f"{SHOP}/settings/replies/"),
        ("not-found", f"{SHOP}/nowhere/"),
    ):
        visitor.open(path)
        found += _findings(visitor, f"axe-{name}-{scheme}")
    assert found == []


def _orders(visitor: Visitor, scheme: str) -> Iterator[str]:
    """One of each kind that looks different, with everything on it unfolded."""
    page = visitor.page
    for order in ("O-1001", "O-1004", "O-1019", "O-1046"):
        visitor.open(f"{SHOP}/review/?q={order}")
        page.locator("[data-item]").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(order)
        visitor.unfold()
        yield from _findings(visitor, f"axe-{order}-{scheme}")
    page.locator(".cite").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield from _findings(visitor, f"axe-source-{scheme}")
    visitor.open(f"{SHOP}/review/")
    page.locator("[data-item]").first.click()
    page.keyboard.press("r")
    yield from _findings(visitor, f"axe-reject-{scheme}")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield from _findings(visitor, f"axe-keys-{scheme}")
