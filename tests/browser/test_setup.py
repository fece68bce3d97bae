"""An admin joins an empty shop and has its first orders in the queue, in one sitting."""

from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from shopops.setup.models import OrderFile
from shopops.setup.opening import open_shop
from tests.browser.conftest import Visit, Visitor
from tests.support.setting_up import EXAMPLES, work

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/lantern-works"


def test_from_the_link_to_the_first_orders_in_the_queue(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.page
    with override_settings(SHOPOPS_SITE_URL=visitor.address):
        opened = open_shop(
            operator=None,
            slug="lantern-works",
            name="Lantern Works",
            timezone="Europe/Berlin",
            admin_email="ines@lantern.example",
            admin_name="Ines Ferro",
            now=timezone.now(),
            mail=False,
        )
    page.goto(opened.link)
    page.get_by_label("Password", exact=True).fill("a-walk-in-the-woods")
    page.get_by_label("The same again").fill("a-walk-in-the-woods")
    visitor.press("Enter")
    expect(page.get_by_role("heading", name="No orders yet")).to_be_visible()
    assert visitor.troubles("setup-empty-queue") == []
    page.get_by_role("link", name="Set the shop up").click()
    expect(page.get_by_role("heading", name="1 of 6 steps done")).to_be_visible()
    assert visitor.troubles("setup-steps") == []
    _amounts(visitor)
    _orders(visitor, tmp_path)
    page.get_by_role("link", name="Go to the queue").click()
    expect(page.get_by_role("heading", name="No orders yet")).to_have_count(0)
    _refused(visitor, tmp_path)
    visitor.open(f"{SHOP}/setup/")
    expect(page.get_by_text("5 orders here")).to_be_visible()
    assert visitor.troubles("setup-steps-later") == []
    assert visitor.complaints == []


def _amounts(visitor: Visitor) -> None:
    page = visitor.page
    visitor.follow(page.get_by_role("link", name="Set the amounts").first)
    assert visitor.troubles("setup-amounts") == []
    page.get_by_label("Currency").nth(1).fill("EUR")
    page.get_by_label("Approval above").nth(1).fill("40.00")
    visitor.press("Enter")
    expect(page.get_by_text("40.00 EUR or 50.00 USD")).to_be_visible()


def _orders(visitor: Visitor, folder: Path) -> None:
    page = visitor.page
    visitor.open(f"{SHOP}/setup/orders/")
    assert visitor.troubles("setup-orders") == []
    _too_large(visitor, folder)
    for name in ("orders", "trackers"):
        visitor.open(f"{SHOP}/setup/orders/")
        page.get_by_label(f"ShopOps {name}").check()
        page.get_by_label("File", exact=True).set_input_files(EXAMPLES / f"{name}.jsonl")
        page.get_by_role("button", name="Read the file").click()
        expect(page.get_by_role("heading", name="5 rows read")).to_be_visible()
        assert visitor.troubles(f"setup-{name}-read") == []
        page.get_by_role("button", name="Import 5 rows").click()
        expect(page.get_by_text("Importing: row 0 of 5")).to_be_visible()
        visitor.keep(f"setup-{name}-importing")
        work(OrderFile.objects.latest("pk"))
        expect(page.get_by_role("heading", name="Imported and judged")).to_be_visible()
    assert visitor.troubles("setup-imported") == []


def _too_large(visitor: Visitor, folder: Path) -> None:
    """Said before anything is sent."""
    large = folder / "large.jsonl"
    with large.open("wb") as file:
        file.truncate(20 * 1024 * 1024 + 1)
    visitor.page.get_by_label("File", exact=True).set_input_files(large)
    expect(visitor.page.get_by_text("The file is larger than 20 MB.")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Read the file")).to_be_disabled()


def _refused(visitor: Visitor, folder: Path) -> None:
    page = visitor.page
    wrong = folder / "export.jsonl"
    wrong.write_bytes((EXAMPLES / "orders.jsonl").read_bytes() + b'{"id": "X-1", "total": 3}\n{\n')
    visitor.open(f"{SHOP}/setup/orders/")
    page.get_by_label("File", exact=True).set_input_files(wrong)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("heading", name="Refused rows")).to_be_visible()
    assert visitor.troubles("setup-refused") == []
    page.get_by_role("button", name="Discard the file").click()
    expect(page.get_by_text("Nothing of it was imported.")).to_be_visible()
