"""Whoever visits the demo sees what was approved happen in the shop's own system."""

import re

import pytest
from django.test import override_settings
from django.utils.timezone import now
from msgspec.structs import replace
from playwright.sync_api import expect

from shopops.demo.northline import NORTHLINE
from shopops.demo.shop.connecting import connect_shop
from shopops.execution.run import run_due
from shopops.orchestrator.resolve import resolve_orders
from shopops.review.settings import current, save_config
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.browser.conftest import Visit
from tests.support.running import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
OWN_SYSTEM = f"/demo/shop/{NORTHLINE.slug}/"


def test_a_visitor_lets_a_parcel_stall_approves_the_refund_and_sees_it_in_the_shop(
    visit: Visit,
) -> None:
    visitor = visit()
    page = visitor.page
    shop = Tenant.objects.get(slug=NORTHLINE.slug)
    with override_settings(SHOPOPS_ENV="demo"):
        connected = connect_shop(NORTHLINE, site=visitor.address, now=now())
        assert connected.works, connected.says
        visitor.open(OWN_SYSTEM)
        expect(page.get_by_text("10 minutes later: until then it can be taken")).to_be_visible()
        wrong = visitor.troubles("demo-shop-before")
        page.get_by_role("button", name="Take in an order whose parcel has stalled").click()
        expect(page.get_by_text("ShopOps took the webhook: taken, taken.")).to_be_visible()
        wrong += visitor.troubles("demo-shop-order")
        order = page.url.rstrip("/").rpartition("/")[2]
        without_undo(shop)
        [judged] = resolve_orders(tenant_id=shop.pk, order_ids=[order], now=now())
        assert not judged.failed

        visitor.sign_in()
        visitor.open(f"/t/{shop.slug}/review/?q={order}")
        page.locator("[data-item]", has_text=order).click()
        page.get_by_role("radio", name=re.compile("Refund")).check()
        visitor.settle()
        page.get_by_role("button", name="Approve refund + mail").click()
        expect(page.get_by_role("link", name="Open it")).to_be_visible()
        wait_for(lambda: run_due(tenant=shop).succeeded > 0)

        visitor.open(OWN_SYSTEM)
        newest = page.locator("#done + ol > li")
        expect(newest.filter(has_text="Refund: 129.00 USD")).to_have_count(1)
        expect(newest.filter(has_text="approved, revision 1")).to_contain_text("Maya Andersen")
        wrong += visitor.troubles("demo-shop-after")
    assert wrong == []
    assert visitor.complaints == []


def without_undo(shop: Tenant) -> None:
    with tenant_scope(shop.pk):
        config = replace(current(shop.pk), undo_minutes=0)
        save_config(
            tenant_id=shop.pk, config=config, based_on=0, reason="now", author=None, now=now()
        )
