"""An admin connects a Shopify shop, and is told which rights its app lacks."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit
from tests.support.shopify_double import open_shopify

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_shopify_shop_is_connected_and_tested(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.sign_in(ADAEZE.email)
    page = visitor.page
    visitor.open("/t/store_northline/settings/connections/")
    visitor.follow(page.get_by_role("link", name="Connect Shopify"))
    wrong = visitor.troubles("connections-shopify-form")
    with open_shopify(tmp_path) as shop:
        shop.scopes = ("read_orders", "read_customers")
        page.get_by_label("Name").fill("Lamps")
        page.get_by_label("Shop", exact=True).fill(shop.address)
        page.get_by_label("Client ID").fill(shop.settings["client_id"])
        page.get_by_label("Client secret").fill(shop.settings["client_secret"])
        page.get_by_label("Why?").fill("We start with proposals")
        page.get_by_role("button", name="Connect").click()
        page.get_by_role("button", name="Test connection").click()
        expect(page.get_by_text("Northline Lamps answers.").first).to_be_visible()
        expect(page.get_by_text("write_orders (for refunds").first).to_be_visible()
        wrong += visitor.troubles("connections-shopify-tested")
    assert wrong == []
    assert visitor.complaints == []
