"""Asking a Shopify shop for the orders that changed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shopops.connectors.ports import CannotRead
from shopops.connectors.shopify import polling
from shopops.connectors.shopify.orders import parse
from shopops.connectors.shopify.polling import ShopifyPoller
from shopops.connectors.strict_json import decode
from tests.support.import_cases import shopify_fulfilment, shopify_order, shopify_transaction
from tests.support.shopify_double import Fault, ShopifyDouble, open_shopify

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_shopify(tmp_path) as double:
        for number in range(1, 23):
            told = (NOW - timedelta(days=40 - number)).isoformat()
            double.books.put(shopify_order(id=number, updated_at=told), shopify_transaction())
        yield double


def polled(shop: ShopifyDouble, held_until: datetime | None = None) -> list[str]:
    fetched = ShopifyPoller(shop.settings).changed(held_until=held_until, now=NOW)
    return [parse(decode(row)).record.id for one in fetched for row in one.rows]


def test_a_first_look_goes_back_a_month_from_the_oldest_change_on(shop: ShopifyDouble) -> None:
    assert polled(shop) == [str(number) for number in range(10, 23)]


def test_a_later_look_begins_a_little_before_what_is_held(shop: ShopifyDouble) -> None:
    assert polled(shop, NOW - timedelta(days=19)) == ["21", "22"]
    assert polled(shop, NOW) == []


@pytest.mark.slow
def test_all_pages_are_read(shop: ShopifyDouble) -> None:
    assert len(polled(shop, NOW - timedelta(days=60))) == 22
    assert shop.asked.count("ShopOpsChanged") == 2


def test_an_order_that_cannot_be_read_holds_up_no_other(shop: ShopifyDouble) -> None:
    parcels = [shopify_fulfilment(id=at) for at in range(300, 320)]
    told = (NOW - timedelta(days=19)).isoformat()
    shop.books.put(shopify_order(id=21, updated_at=told, fulfillments=parcels))
    assert polled(shop, NOW - timedelta(days=19)) == ["22"]


def test_what_breaks_off_says_why(shop: ShopifyDouble) -> None:
    shop.fail(Fault.LOCKED)
    with pytest.raises(CannotRead):
        polled(shop)
    shop.scopes = ()
    with pytest.raises(CannotRead, match="Access denied"):
        polled(shop)


def test_more_pages_than_are_asked_for_are_no_whole_round(
    shop: ShopifyDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polling, "MOST_PAGES", 1)
    with pytest.raises(CannotRead) as refused:
        polled(shop, NOW - timedelta(days=60))
    assert refused.value.code == "too_many"
