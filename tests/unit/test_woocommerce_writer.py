"""What a WooCommerce shop is made to do, against a shop that does it in WooCommerce's own order."""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from shopops.connectors.ports import (
    CreditAsk,
    Done,
    NoteAsk,
    NotOffered,
    RefundAsk,
    Refused,
    Reply,
    ReshipAsk,
    ReshipLine,
    Unknown,
)
from shopops.connectors.woocommerce.orders import parse
from shopops.connectors.woocommerce.writer import WooCommerceWriter
from tests.support.import_cases import woo_order
from tests.support.woocommerce_books import Gateway
from tests.support.woocommerce_double import Fault, WooDouble, open_woocommerce

KEY = "ab" * 32
SETTINGS = {
    "address": "https://shop.example",
    "consumer_key": "ck_1",
    "consumer_secret": "cs_1",
}
NAMES: dict[str, Any] = {"order_id": "61", "order_number": "61", "key": KEY}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[WooDouble]:
    with open_woocommerce(tmp_path) as double:
        double.books.put(woo_order())
        yield double


def refund(amount_minor: int = 400, currency: str = "EUR", **more: Any) -> RefundAsk:
    asked = {"transaction_id": "pay-61", "reason": "parcel_lost", **NAMES, **more}
    return RefundAsk(amount_minor=amount_minor, currency=currency, **asked)


def reship(order: dict[str, Any] | None = None, **more: Any) -> ReshipAsk:
    line = {"id": 1, "product_id": 93, "variation_id": 12, "name": "Cup", "quantity": 2}
    line["meta_data"] = [
        {"id": 1, "key": "engraving", "value": "Jo"},
        {"id": 2, "key": "_reduced_stock", "value": "2"},
    ]
    ways = [{"id": 2, "method_id": "flat_rate", "method_title": "Post", "total": "5.00"}]
    held = order or woo_order(line_items=[line], shipping_lines=ways)
    document = json.dumps({"order": held, "refunds": []}).encode()
    return ReshipAsk(document=document, reason="parcel_lost", **NAMES, **more)


def note(code: str = "K7QF-2M9D", **said: str) -> NoteAsk:
    return NoteAsk(code=code, said=said, **NAMES)


def sent(shop: WooDouble, ask: Any) -> Reply:
    writer = WooCommerceWriter(shop.settings)
    return writer.send(writer.request_for(ask))


def test_a_refund_is_paid_once_and_is_known_by_its_number(shop: WooDouble) -> None:
    reply = sent(shop, refund())
    assert isinstance(reply.answer, Done)
    (made,) = shop.books.refunds["61"]
    assert reply.answer.remote_id == str(made["id"])
    assert reply.answer.at is not None
    assert reply.status == 201
    assert [(one["what"], one["amount"]) for one in shop.books.effects()] == [("money", "4.00")]
    fields = {field["key"]: field["value"] for field in made["meta_data"]}
    assert fields == {"_shopops_key": KEY, "_shopops_cause": "parcel_lost"}
    assert made["reason"] == f"Refund {KEY[:12]}"


@pytest.mark.parametrize(
    ("minor", "currency", "total", "decimals", "amount"),
    [
        (980, "JPY", "9800", 0, "980"),
        (980, "JPY", "9800.00", 2, "980"),  # a shop that sells in euros too
        (1234, "KWD", "5.000", 3, "1.234"),
        (5, "EUR", "26.00", 2, "0.05"),
    ],
)
def test_an_amount_is_written_with_the_decimals_of_its_currency(
    shop: WooDouble, minor: int, currency: str, total: str, decimals: int, amount: str
) -> None:
    shop.books.decimals = decimals
    shop.books.put(woo_order(currency=currency, total=total))
    request = WooCommerceWriter(shop.settings).request_for(refund(minor, currency))
    assert json.loads(request.body)["amount"] == amount
    assert isinstance(sent(shop, refund(minor, currency)).answer, Done)


def test_the_same_ask_gives_the_same_request_without_a_secret_in_it(shop: WooDouble) -> None:
    writer = WooCommerceWriter(shop.settings)
    for ask in (refund(), reship(), note(by="Jo")):
        request = writer.request_for(ask)
        assert request == WooCommerceWriter(shop.settings).request_for(ask)
        assert "authorization" not in request.headers
        assert b"cs_double" not in request.body
        assert "cs_double" not in request.url
    assert shop.asked == []


def test_one_minor_unit_too_much_changes_nothing_and_is_left_to_a_person(shop: WooDouble) -> None:
    assert isinstance(sent(shop, refund(2500)).answer, Done)
    answer = sent(shop, refund(101, key="cd" * 32)).answer
    assert isinstance(answer, Unknown)
    assert (answer.code, answer.for_good) == ("refund_refused", True)
    assert "Invalid refund amount." in answer.detail
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize("gateway", [Gateway.DECLINES, Gateway.CANNOT])
def test_a_refund_that_the_shop_takes_away_again_is_left_to_a_person(
    shop: WooDouble, gateway: Gateway
) -> None:
    shop.books.gateway = gateway
    answer = sent(shop, refund()).answer
    assert isinstance(answer, Unknown)
    assert (answer.code, answer.for_good) == ("refund_refused", True)
    assert (shop.books.refunds["61"], shop.books.effects()) == ([], [])


def test_a_shop_that_rounds_the_amount_is_not_believed(shop: WooDouble) -> None:
    shop.books.put(woo_order(currency="KWD", total="5.000"))
    answer = sent(shop, refund(1234, "KWD")).answer  # and the shop is set to two decimals
    assert isinstance(answer, Unknown)
    assert answer.code == "other_amount"


@pytest.mark.parametrize(
    ("fault", "code", "after"),
    [
        (Fault.BUSY, "busy", 7.0),
        (Fault.MOVED, "moved", None),
        (Fault.FIREWALL, "forbidden", None),
    ],
)
def test_an_answer_before_anything_is_done_is_a_refusal(
    shop: WooDouble, fault: Fault, code: str, after: float | None
) -> None:
    shop.fail(fault)
    answer = sent(shop, refund()).answer
    assert isinstance(answer, Refused)
    assert (answer.code, answer.after_seconds) == (code, after)
    assert answer.again is (fault is Fault.BUSY)
    assert shop.books.effects() == []


@pytest.mark.parametrize(
    ("fault", "effects"),
    [
        (Fault.MAINTENANCE, 0),
        (Fault.ERROR_BEFORE, 0),
        (Fault.ERROR_AFTER, 1),
        (Fault.DROP_BEFORE, 0),
        (Fault.DROP_AFTER, 1),
        (Fault.GARBLED, 1),
        (Fault.HANG_BEFORE, 0),
        (Fault.HANG_AFTER, 1),
    ],
)
def test_whatever_may_have_happened_is_unknown(
    shop: WooDouble, settings: Settings, fault: Fault, effects: int
) -> None:
    settings.SHOPOPS_SHOP_TIMEOUT = 0.3
    shop.fail(fault)
    assert isinstance(sent(shop, refund()).answer, Unknown)
    assert len(shop.books.effects()) == effects


def test_keys_that_do_not_fit_are_named(shop: WooDouble) -> None:
    writer = WooCommerceWriter({**shop.settings, "consumer_secret": "cs_wrong"})
    answer = writer.send(writer.request_for(refund())).answer
    assert isinstance(answer, Refused)
    assert answer.code == "key_refused"
    assert "Consumer secret is invalid." in answer.detail
    shop.writes = False
    reply = sent(shop, refund())
    assert isinstance(reply.answer, Refused)
    assert "does not have write permissions" in reply.answer.detail
    assert reply.status == 401


def test_an_order_that_is_gone_is_named(shop: WooDouble) -> None:
    answer = sent(shop, refund(order_id="404")).answer
    assert isinstance(answer, Refused)
    assert answer.code == "order_gone"


def test_sending_again_makes_a_free_copy_with_the_same_address(shop: WooDouble) -> None:
    answer = sent(shop, reship()).answer
    assert isinstance(answer, Done)
    made = shop.books.orders[answer.remote_id]
    assert (made["status"], made["total"], made["currency"]) == ("processing", "0.00", "EUR")
    assert made["shipping"]["address_1"] == "Hafenweg 1"
    assert made["billing"]["email"] == "jo@example.org"
    (line,) = made["line_items"]
    assert (line["product_id"], line["variation_id"], line["quantity"]) == (93, 12, 2)
    assert line["meta_data"] == [{"key": "engraving", "value": "Jo"}]
    assert made["shipping_lines"][0] == {
        "method_id": "flat_rate",
        "method_title": "Post",
        "total": "0.00",
    }
    fields = {field["key"]: field["value"] for field in made["meta_data"]}
    assert (fields["_shopops_key"], fields["_shopops_replaces"]) == (KEY, "61")
    record = parse({"order": shop.books.order(answer.remote_id)}).record
    assert (record.total.minor, record.transactions, record.conflicts) == (0, (), ())


def test_a_part_of_an_order_is_sent_again_by_its_lines(shop: WooDouble) -> None:
    writer = WooCommerceWriter({**shop.settings, "reship_status": "on-hold"})
    request = writer.request_for(reship(lines=[ReshipLine(line_id="1", quantity=1)]))
    body = json.loads(request.body)
    assert (body["status"], body["line_items"][0]["quantity"]) == ("on-hold", 1)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (ReshipAsk(reason="x", **NAMES), "not held"),
        (reship(woo_order(id=62)), "another order"),
        (reship(woo_order()), "not in the shop any more"),
        (reship(lines=[ReshipLine(line_id="7", quantity=1)]), "no line 7"),
        (reship(woo_order(currency=None)), "cannot be copied"),
        (
            CreditAsk(customer_id="1", amount_minor=1, currency="EUR", reason="x", **NAMES),
            "no store credit",
        ),
    ],
)
def test_what_cannot_be_done_is_left_to_people(ask: Any, says: str) -> None:
    with pytest.raises(NotOffered, match=says):
        WooCommerceWriter(SETTINGS).request_for(ask)


def test_a_note_is_for_the_shop_s_people_and_holds_no_markup(shop: WooDouble) -> None:
    answer = sent(shop, note(confirmer='<b>"Jo" & co</b>\nrm', ledger="seq 7")).answer
    assert isinstance(answer, Done)
    (made,) = shop.books.notes["61"]
    assert (made["customer_note"], made["author"]) == (False, "system")
    assert "<" not in made["note"]
    assert unescape(made["note"]).splitlines() == [
        "ShopOps note K7QF-2M9D",
        'confirmer: <b>"Jo" & co</b> rm',
        "ledger: seq 7",
    ]


def test_a_note_is_written_once_for_each_code(shop: WooDouble) -> None:
    first, again = sent(shop, note(by="Jo")).answer, sent(shop, note(by="Max")).answer
    assert isinstance(first, Done)
    assert first == again
    other = sent(shop, note("K7QF-2M9DX", by="Jo")).answer
    assert isinstance(other, Done)
    assert other.remote_id != first.remote_id
    assert len(shop.books.effects()) == 2


def test_a_note_is_not_begun_while_the_others_cannot_be_read(shop: WooDouble) -> None:
    writer = WooCommerceWriter(shop.settings)
    request = writer.request_for(note(by="Jo"))
    gone = WooCommerceWriter({**shop.settings, "consumer_key": "ck_other"}).send(request).answer
    assert isinstance(gone, Refused)
    assert shop.books.effects() == []
