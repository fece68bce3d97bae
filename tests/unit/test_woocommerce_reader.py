"""Orders read from a WooCommerce shop: one, or those that changed; and the test of a connection."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shopops.agents.records import Order, TransactionStatus
from shopops.connectors.pieces import Composition
from shopops.connectors.ports import CannotRead, Fetched
from shopops.connectors.woocommerce import polling
from shopops.connectors.woocommerce.client import PAGE
from shopops.connectors.woocommerce.orders import parse
from shopops.connectors.woocommerce.pieces import PIECES, locate
from shopops.connectors.woocommerce.polling import WooCommercePoller
from shopops.connectors.woocommerce.reader import WooCommerceReader
from tests.support.import_cases import woo_order
from tests.support.woocommerce_books import Gateway
from tests.support.woocommerce_double import WooDouble, open_woocommerce

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[WooDouble]:
    with open_woocommerce(tmp_path) as double:
        double.books.put(woo_order())
        yield double


def composed(fetched: Fetched) -> Order:
    """As the store puts the rows together."""
    whole = Composition(PIECES)
    for row in fetched.rows:
        assert whole.add(locate(json.loads(row)), row)
    return parse(json.loads(whole.dump())).record


def changed(shop: WooDouble, held_until: datetime | None, now: datetime = NOW) -> list[str]:
    """Ids of the orders and kinds of the pieces that came."""
    pages = WooCommercePoller(shop.settings).changed(held_until=held_until, now=now)
    located = [locate(json.loads(row)) for page in pages for row in page.rows]
    return [f"{one.kind} {one.order_id}" for one in located]


def test_an_order_comes_with_its_refunds_and_whether_the_money_went_back(shop: WooDouble) -> None:
    shop.books.refund("61", {"amount": "4.00"})
    fetched = WooCommerceReader(shop.settings).order("61")
    order = composed(fetched)
    assert (order.id, fetched.source_format.name) == ("61", "woocommerce")
    (refund,) = order.refunds
    assert (refund.amount.minor, refund.status) == (400, TransactionStatus.SUCCEEDED)
    assert order.conflicts == ()


def test_many_refunds_come_from_all_pages(shop: WooDouble) -> None:
    for _ in range(120):
        shop.books.refund("61", {"amount": "0.01"})
    assert len(WooCommerceReader(shop.settings).order("61").rows) == 121


def test_a_shop_with_plain_links_is_read_too(shop: WooDouble) -> None:
    shop.plain = True
    assert composed(WooCommerceReader(shop.settings).order("61")).id == "61"


@pytest.mark.parametrize(
    ("order_id", "changes", "code"),
    [
        ("404", {}, "order_gone"),
        ("61", {"consumer_secret": "cs_old"}, "key_refused"),
    ],
)
def test_why_an_order_cannot_be_read_has_a_code(
    shop: WooDouble, order_id: str, changes: dict[str, str], code: str
) -> None:
    with pytest.raises(CannotRead) as problem:
        WooCommerceReader({**shop.settings, **changes}).order(order_id)
    assert problem.value.code == code


def test_a_refund_that_the_shop_deleted_again_is_not_kept_in_mind(shop: WooDouble) -> None:
    shop.books.gateway = Gateway.CANNOT
    before = shop.books.order("61")
    piece = {**shop.books._made(), "amount": "4.00", "refunded_payment": False}
    piece["_links"] = {"up": [{"href": f"{shop.books.address}/wp-json/wc/v3/orders/61"}]}
    assert len(parse({"order": before, "refunds": [piece]}).record.refunds) == 1
    later = {**before, "date_modified_gmt": "2099-01-01T00:00:00"}
    assert parse({"order": later, "refunds": [piece]}).record.refunds == ()
    told = {**later, "refunds": [{"id": piece["id"], "reason": "", "total": "-4.00"}]}
    assert len(parse({"order": told, "refunds": [piece]}).record.refunds) == 1


def test_a_parcel_is_the_tracker_that_the_order_s_own_field_names() -> None:
    fields = [
        {"id": 1, "key": "_reduced_stock", "value": "2"},
        {"id": 2, "key": "tracker_id", "value": "trk_1"},
        {"id": 3, "key": "tracker_id", "value": "trk_2"},
        {"id": 4, "key": "tracker_id", "value": "trk_1"},
        {"id": 5, "key": "tracker_id", "value": ""},
        {"id": 6, "key": "_options", "value": [{"a": 1}]},
    ]
    found = parse({"order": woo_order(meta_data=fields)})
    assert [(one.id, one.tracker_id) for one in found.record.shipments] == [
        ("trk_1", "trk_1"),
        ("trk_2", "trk_2"),
    ]
    assert found.paths["shipments[1]"] == "$.order.meta_data[2].value"
    assert parse({"order": woo_order()}).record.shipments == ()


def test_noughts_beyond_a_currency_s_decimals_are_nothing() -> None:
    line = {"id": 1, "name": "Cup", "quantity": 1, "total": "9000.00"}
    ways = [{"id": 2, "total": "700.00"}]
    order = woo_order(
        currency="JPY",
        total="9800.00",
        total_tax="100.00",
        line_items=[line],
        shipping_lines=ways,
        refunds=[{"id": 5, "total": "-800.00"}],
    )
    record = parse({"order": order}).record
    assert (record.total.minor, record.lines[0].total.minor, record.conflicts) == (9800, 9000, ())
    assert record.refunds[0].amount.minor == 800


def test_the_test_says_what_the_key_may_do(shop: WooDouble) -> None:
    tested = WooCommerceReader(shop.settings).test()
    assert (tested.works, tested.lacking) == (True, [])
    assert tested.says == "Connected to Kiel & Sons. The key may read and write."
    shop.writes = False
    tested = WooCommerceReader(shop.settings).test()
    assert (tested.works, tested.lacking) == (True, ["Write"])
    assert "does not have write permissions" in tested.says
    assert shop.books.effects() == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"consumer_key": "ck_other"}, "does not accept the key"),
        ({"consumer_secret": "cs_old"}, "Consumer secret is invalid."),
    ],
)
def test_a_test_that_fails_says_why(shop: WooDouble, changes: dict[str, str], says: str) -> None:
    tested = WooCommerceReader({**shop.settings, **changes}).test()
    assert not tested.works
    assert says in tested.says


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"address": ""}, "no address"),
        ({"address": "https://jo:pw@shop.example"}, "no address"),
        ({"consumer_key": "cs_swapped"}, "begins with ck_"),
        ({"consumer_secret": ""}, "begins with cs_"),
    ],
)
def test_settings_that_cannot_be_right_are_refused_before_anybody_is_called(
    changes: dict[str, str], says: str
) -> None:
    settings = {"address": "shop.example", "consumer_key": "ck_1", "consumer_secret": "cs_1"}
    with pytest.raises(ValueError, match=says):
        WooCommerceReader({**settings, **changes})


def test_plain_links_that_nobody_told_of_are_explained(shop: WooDouble) -> None:
    address = shop.settings
    shop.plain = True
    tested = WooCommerceReader(address).test()
    assert not tested.works
    assert "Settings → Permalinks" in tested.says


def test_only_what_changed_is_asked_for_and_comes_with_its_refunds(shop: WooDouble) -> None:
    shop.books.put(woo_order(id=62, date_modified_gmt="2026-03-03T20:00:00"))
    shop.books.refunds["62"] = [shop.books.refund("61", {"amount": "1.00"})]
    shop.books.refunds["61"] = []
    shop.books.orders["61"]["date_modified_gmt"] = "2026-03-02T10:00:00"
    links = shop.books._links("62", "refunds", 1)
    shop.books.refunds["62"][0]["_links"] = links
    held_until = datetime(2026, 3, 4, 10, tzinfo=UTC)
    assert changed(shop, held_until) == ["order 62", "refunds 62"]
    assert changed(shop, None) == ["order 61", "order 62", "refunds 62"]
    assert changed(shop, NOW + timedelta(days=900)) == ["order 62", "refunds 62"]
    assert changed(shop, None, now=NOW + timedelta(days=60)) == []
    shop.is_old = True  # and gives every order, whatever it is asked for
    assert changed(shop, held_until) == ["order 62", "refunds 62"]


def test_changed_orders_come_from_all_pages_without_drafts(shop: WooDouble) -> None:
    for number in range(100, 250):
        shop.books.put(woo_order(id=number))
    shop.books.put(woo_order(id=900, status="checkout-draft"))
    assert len(changed(shop, None)) == 151


def test_a_shop_that_cannot_be_asked_for_changes_says_why(shop: WooDouble) -> None:
    poller = WooCommercePoller({**shop.settings, "consumer_secret": "cs_old"})
    with pytest.raises(CannotRead, match="Consumer secret"):
        list(poller.changed(held_until=None, now=NOW))


def test_more_pages_than_are_asked_for_are_no_whole_round(
    shop: WooDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(300, 300 + PAGE):
        shop.books.put(woo_order(id=number))
    monkeypatch.setattr(polling, "MOST_PAGES", 1)
    with pytest.raises(CannotRead) as refused:
        changed(shop, None)
    assert refused.value.code == "too_many"
