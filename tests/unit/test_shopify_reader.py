"""Reading an order from a Shopify shop, and testing the connection."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shopops.connectors.ports import CannotRead
from shopops.connectors.shopify.client import Client
from shopops.connectors.shopify.orders import parse
from shopops.connectors.shopify.reader import ShopifyReader
from shopops.connectors.shopify.settings import NotAShop
from shopops.connectors.strict_json import decode
from tests.support.import_cases import (
    shopify_fulfilment,
    shopify_order,
    shopify_transaction,
)
from tests.support.shopify_double import Fault, ShopifyDouble, open_shopify


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_shopify(tmp_path) as double:
        yield double


def reader(double: ShopifyDouble, **settings: str) -> ShopifyReader:
    return ShopifyReader({**double.settings, **settings})


def lines(number: int) -> list[dict[str, Any]]:
    return [
        {"id": at, "title": f"Lamp {at}", "quantity": 1, "price": "1.00"}
        for at in range(1, number + 1)
    ]


def why(shop: ShopifyDouble, order_id: str = "51") -> tuple[str, str]:
    with pytest.raises(CannotRead) as refused:
        reader(shop).order(order_id)
    return refused.value.code, str(refused.value)


def test_an_order_with_many_lines_is_read_to_its_end(shop: ShopifyDouble) -> None:
    parcel = shopify_fulfilment(line_items=[{"id": at, "quantity": 1} for at in range(1, 131)])
    shop.books.put(shopify_order(line_items=lines(120) + lines(130)[120:], fulfillments=[parcel]))
    (row,) = reader(shop).order("51").rows
    order = parse(decode(row)).record
    assert [line.id for line in order.lines] == [str(at) for at in range(1, 131)]
    assert len(order.shipments[0].lines) == 130
    assert shop.asked == [
        "ShopOpsOrder",
        "ShopOpsOrderMoved",
        "ShopOpsOrderLines",
        "ShopOpsOrderLines",
        "ShopOpsParcelLines",
        "ShopOpsParcelLines",
    ]


def test_more_than_one_answer_holds_is_not_cut_short(shop: ShopifyDouble) -> None:
    paid = [shopify_transaction(id=at, amount="0.01") for at in range(900, 1000)]
    shop.books.put(shopify_order(), *paid)
    assert why(shop)[0] == "too_large"
    parcels = [shopify_fulfilment(id=at) for at in range(300, 320)]
    shop.books.put(shopify_order(fulfillments=parcels))
    assert why(shop)[0] == "too_large"


def test_an_order_that_is_not_there_is_gone(shop: ShopifyDouble) -> None:
    code, says = why(shop)
    assert (code, "read_all_orders" in says) == ("order_gone", True)


def test_a_shop_that_is_busy_is_asked_again_and_one_that_refuses_is_not(
    shop: ShopifyDouble,
) -> None:
    shop.books.put(shopify_order())
    shop.fail(Fault.DROP_BEFORE)
    patient = ShopifyReader({}, client=Client(shop.settings, sleep=lambda seconds: None))
    assert patient.order("51").rows
    shop.fail(Fault.LOCKED)
    assert why(shop)[0] == "status_423"
    shop.fail(Fault.THROTTLED)
    assert why(shop)[0] == "throttled"


def test_without_the_right_to_orders_none_is_read(shop: ShopifyDouble) -> None:
    shop.books.put(shopify_order())
    shop.scopes = ("read_customers",)
    code, says = why(shop)
    assert (code, "Access denied" in says) == ("access_denied", True)


def test_who_ordered_stays_unknown_to_an_app_that_may_not_see_it(shop: ShopifyDouble) -> None:
    shop.books.put(shopify_order())
    shop.scopes = ("read_orders",)
    (row,) = reader(shop).order("51").rows
    customer = parse(decode(row)).record.customer
    assert customer is not None
    assert (customer.id, customer.email) == (None, "jo@example.org")


def test_a_connection_that_works_names_the_shop(shop: ShopifyDouble) -> None:
    found = reader(shop).test()
    assert (found.works, found.says, found.lacking) == (True, "Northline Lamps answers.", [])


def test_rights_that_are_lacking_are_named(shop: ShopifyDouble) -> None:
    shop.scopes = ("read_orders",)
    found = reader(shop, reship_as="draft").test()
    assert found.works
    assert found.lacking == [
        "write_orders (for refunds, notes, and orders that are sent again)",
        "read_customers (to read who ordered)",
        "write_draft_orders (to send again as a draft order)",
        "write_store_credit_account_transactions (for store credit)",
    ]
    assert not any("draft" in right for right in reader(shop, reship_as="order").test().lacking)
    shop.scopes = ("read_customers",)
    assert not reader(shop).test().works


def test_what_is_no_address_of_a_shop_is_refused_before_anybody_is_asked() -> None:
    with pytest.raises(NotAShop, match=r"ends in \.myshopify\.com"):
        ShopifyReader({"shop": "lamps.example", "access_token": "shpat_1"})


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"client_secret": "wrong"}, "Check both, and that the app is installed"),
        ({"client_id": ""}, "Neither a client ID nor an access token"),
        ({"access_token": "shpat_old"}, "does not take the access token"),
    ],
)
def test_a_test_that_fails_says_what_to_do(
    shop: ShopifyDouble, settings: dict[str, str], says: str
) -> None:
    found = reader(shop, **settings).test()
    assert (found.works, says in found.says) == (False, True)
