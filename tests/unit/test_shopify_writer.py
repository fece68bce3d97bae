"""What a Shopify shop is made to do, once, and how it is found again."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from shopops.connectors.ports import (
    Absent,
    AnyAsk,
    CreditAsk,
    Done,
    Found,
    NoteAsk,
    NotOffered,
    RefundAsk,
    Refused,
    Reply,
    ReshipAsk,
    ReshipLine,
    Unknown,
)
from shopops.connectors.shopify.writer import ShopifyWriter
from tests.support.import_cases import (
    Payload,
    shopify_order,
    shopify_transaction,
)
from tests.support.shopify_answers import asked
from tests.support.shopify_double import Fault, ShopifyDouble, open_shopify

KEY, OTHER_KEY = "ab" * 32, "cd" * 32
NAMES = {"order_id": "51", "order_number": "#51"}
NOW = datetime.now(UTC)
LINE = {"id": 1, "title": "Lamp", "sku": "L", "variant_id": 39, "quantity": 2, "price": "10.00"}
GIFT = {"id": 2, "title": "Card", "quantity": 1, "price": "10.00", "requires_shipping": False}
ADDRESS = {
    "first_name": "Jo",
    "last_name": "Berg",
    "address1": "Hafenweg 1",
    "city": "Kiel",
    "zip": "24103",
    "country_code": "DE",
}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_shopify(tmp_path) as double:
        double.books.put(order(), shopify_transaction())
        yield double


def order(**changes: Any) -> Payload:
    return shopify_order(line_items=[LINE, GIFT], shipping_address=ADDRESS, **changes)


def refund(amount_minor: int = 1200, currency: str = "USD", **more: Any) -> RefundAsk:
    told = {"key": KEY, "transaction_id": "900", "reason": "parcel_lost", "method": "acquirer"}
    return RefundAsk(amount_minor=amount_minor, currency=currency, **{**told, **NAMES, **more})


def reship(held: Payload | bytes | None = None, **more: Any) -> ReshipAsk:
    document = held if isinstance(held, bytes) else json.dumps({"order": held or order()}).encode()
    return ReshipAsk(document=document, reason="parcel_lost", **{"key": KEY, **NAMES, **more})


def credit(amount_minor: int = 500, currency: str = "USD", **more: Any) -> CreditAsk:
    told = {"key": KEY, "customer_id": "7", "reason": "goodwill", **NAMES, **more}
    return CreditAsk(amount_minor=amount_minor, currency=currency, **told)


def note(code: str = "7F3KQ-2MD8N", **more: Any) -> NoteAsk:
    said = {"Confirmed by": "Maya", "At": "2026-03-03 10:00 UTC"}
    return NoteAsk(code=code, said=said, **{"key": KEY, **NAMES, **more})


def writer(shop: ShopifyDouble, **settings: str) -> ShopifyWriter:
    return ShopifyWriter({**shop.settings, **settings}, now=lambda: NOW)


def sent(shop: ShopifyDouble, ask: AnyAsk, **settings: str) -> Reply:
    made = writer(shop, **settings)
    return made.send(made.request_for(ask))


def found(
    shop: ShopifyDouble, ask: AnyAsk, *, later: timedelta = timedelta(), **settings: str
) -> Found:
    told = {**shop.settings, **settings}
    return ShopifyWriter(told, now=lambda: NOW + later).find(ask, sent_at=NOW)


ASKS: list[AnyAsk] = [refund(), reship(), credit(), note()]


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_was_done_is_found_again_under_the_same_name(shop: ShopifyDouble, ask: AnyAsk) -> None:
    reply = sent(shop, ask)
    assert isinstance(reply.answer, Done)
    assert reply.status == 200
    assert reply.answer.remote_id.isdecimal()
    assert found(shop, ask).answer == reply.answer
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
@pytest.mark.parametrize(
    "fault", [Fault.ERROR_AFTER, Fault.INTERNAL_AFTER, Fault.DROP_AFTER, Fault.GARBLED]
)
def test_what_was_done_without_an_answer_is_not_known_and_then_found(
    shop: ShopifyDouble, ask: AnyAsk, fault: Fault
) -> None:
    shop.fail(fault)
    assert isinstance(sent(shop, ask).answer, Unknown)
    assert isinstance(found(shop, ask).answer, Done)
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_was_not_done_is_absent_once_nothing_can_lag_behind(
    shop: ShopifyDouble, ask: AnyAsk
) -> None:
    shop.fail(Fault.DROP_BEFORE)
    assert isinstance(sent(shop, ask).answer, Unknown)
    early = found(shop, ask).answer
    assert isinstance(early, Absent if isinstance(ask, RefundAsk | NoteAsk) else Unknown)
    assert found(shop, ask, later=timedelta(minutes=31)).answer == Absent()
    assert shop.books.effects() == []


@pytest.mark.parametrize(
    ("fault", "code", "again"),
    [
        (Fault.THROTTLED, "throttled", True),
        (Fault.BUSY, "throttled", True),
        (Fault.UNPAID, "status_402", False),
        (Fault.LOCKED, "status_423", False),
    ],
)
def test_a_refusal_says_whether_a_later_try_may_succeed(
    shop: ShopifyDouble, fault: Fault, code: str, again: bool
) -> None:
    shop.fail(fault)
    answer = sent(shop, refund()).answer
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again, shop.books.effects()) == (code, again, [])
    assert not again or (answer.after_seconds or 0) >= 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_a_right_that_is_lacking_is_named_and_nothing_happens(
    shop: ShopifyDouble, ask: AnyAsk
) -> None:
    shop.scopes = ()
    answer = sent(shop, ask).answer
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again) == ("access_denied", False)
    assert "Access denied" in answer.detail
    looked = found(shop, ask, later=timedelta(hours=1)).answer
    assert isinstance(looked, Unknown)


def test_a_refund_goes_to_its_payment_and_is_named_by_its_transaction(
    shop: ShopifyDouble,
) -> None:
    reply = sent(shop, refund(1250))
    (done,) = shop.books.effects("refund")
    assert (done["order"], done["amount"]) == ("51", "12.50")
    (kept,) = shop.books.orders["51"]["refunds"]
    (transaction,) = kept["transactions"]
    assert isinstance(reply.answer, Done)
    assert reply.answer.remote_id == str(transaction["id"])
    assert (transaction["parent_id"], KEY in kept["note"]) == ("900", True)


def test_shopify_does_a_refund_once_for_its_key(shop: ShopifyDouble) -> None:
    assert sent(shop, refund()).answer == sent(shop, refund()).answer
    changed = sent(shop, refund(1300)).answer
    assert isinstance(changed, Refused)
    assert "idempotency key" in changed.detail
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (refund(3701), "greater than"),
        (refund(currency="EUR"), "presentment"),
        (refund(transaction_id="901"), "parent"),
        (refund(method="paypal"), "gateway"),
        (refund(order_id="52"), "does not exist"),
    ],
)
def test_a_refund_that_shopify_refuses_is_not_tried_again(
    shop: ShopifyDouble, ask: RefundAsk, says: str
) -> None:
    answer = sent(shop, ask).answer
    assert isinstance(answer, Refused)
    assert (answer.again, says in answer.detail, shop.books.effects()) == (False, True, [])


def test_each_payment_of_a_split_one_gets_its_own_back(shop: ShopifyDouble) -> None:
    card = shopify_transaction(amount="30.00")
    voucher = shopify_transaction(id=910, amount="7.00", gateway="gift_card")
    shop.books.put(order(), card, voucher)
    one = sent(shop, refund(3000)).answer
    more = {"transaction_id": "910", "method": "gift_card", "key": OTHER_KEY}
    two = sent(shop, refund(700, **more)).answer
    assert isinstance(one, Done)
    assert isinstance(two, Done)
    assert one.remote_id != two.remote_id
    over = sent(shop, refund(1, key="ef" * 32)).answer
    assert isinstance(over, Refused)


@pytest.mark.parametrize(
    ("currency", "paid", "minor", "amount"),
    [("JPY", "9800", 9799, "9799"), ("KWD", "9.805", 9804, "9.804"), ("JPY", "9800", 9800, "9800")],
)
def test_amounts_have_the_digits_of_their_currency(
    shop: ShopifyDouble, currency: str, paid: str, minor: int, amount: str
) -> None:
    shop.books.put(order(currency=currency), shopify_transaction(currency=currency, amount=paid))
    assert isinstance(sent(shop, refund(minor, currency)).answer, Done)
    assert shop.books.effects("refund")[0]["amount"] == amount


def test_the_refund_is_in_what_the_customer_paid_in(shop: ShopifyDouble) -> None:
    abroad = order(presentment_currency="EUR")
    shop.books.put(abroad, shopify_transaction(currency="EUR", amount="34.00"))
    assert isinstance(sent(shop, refund(3400, "EUR")).answer, Done)
    assert isinstance(sent(shop, refund(100, "USD", key=OTHER_KEY)).answer, Refused)


def test_a_refund_that_the_provider_turns_down_moved_no_money(shop: ShopifyDouble) -> None:
    shop.books.refund_status = "failure"
    answer = sent(shop, refund()).answer
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again) == ("declined", False)
    assert found(shop, refund()).answer == Absent()


def test_a_refund_on_its_way_counts_as_made(shop: ShopifyDouble) -> None:
    shop.books.refund_status = "pending"
    assert isinstance(sent(shop, refund()).answer, Done)


def test_a_refund_made_in_the_admin_is_not_ours(shop: ShopifyDouble) -> None:
    sent(shop, refund(key=OTHER_KEY))
    assert found(shop, refund()).answer == Absent()


def test_a_refund_needs_the_name_of_the_payment_method(shop: ShopifyDouble) -> None:
    with pytest.raises(NotOffered):
        writer(shop).request_for(refund(method=""))


def test_an_order_that_is_gone_says_nothing_of_what_was_done(shop: ShopifyDouble) -> None:
    shop.books.orders.clear()
    for ask in (refund(), note()):
        looked = found(shop, ask).answer
        assert isinstance(looked, Unknown)
        assert looked.code == "order_gone"


@pytest.mark.parametrize("reship_as", ["draft", "order"])
def test_a_copy_holds_what_is_sent_and_costs_nothing(shop: ShopifyDouble, reship_as: str) -> None:
    assert isinstance(sent(shop, reship(), reship_as=reship_as).answer, Done)
    (made,) = shop.books.effects(reship_as)
    (line,) = made["lines"]
    assert (line["variantId"], line["quantity"]) == ("gid://shopify/ProductVariant/39", 2)
    assert made["tags"] == ["ShopOps", f"shopops-{KEY[:32]}"]
    assert all(len(tag) <= 40 for tag in made["tags"])
    if reship_as == "order":
        assert line["priceSet"] == {"shopMoney": {"amount": "0.00", "currencyCode": "USD"}}


@pytest.mark.parametrize("reship_as", ["draft", "order"])
def test_an_order_that_was_read_can_be_copied_as_well(shop: ShopifyDouble, reship_as: str) -> None:
    told = json.loads(asked(order()))
    request = writer(shop, reship_as=reship_as).request_for(reship(json.dumps(told).encode()))
    same = writer(shop, reship_as=reship_as).request_for(reship())
    assert json.loads(request.body) == json.loads(same.body)


def test_only_the_lines_that_are_asked_for_are_copied(shop: ShopifyDouble) -> None:
    ask = reship(lines=[ReshipLine(line_id="1", quantity=1)])
    sent(shop, ask, reship_as="order")
    assert [line["quantity"] for line in shop.books.effects()[0]["lines"]] == [1]


def test_a_product_that_is_gone_goes_by_its_name(shop: ShopifyDouble) -> None:
    held = order()
    held["line_items"] = [{**LINE, "variant_id": None}]
    for reship_as in ("draft", "order"):
        sent(shop, reship(held), reship_as=reship_as)
    for made in shop.books.effects():
        assert (made["lines"][0]["title"], made["lines"][0]["sku"]) == ("Lamp", "L")


@pytest.mark.parametrize(
    "ask",
    [
        reship(b""),
        reship(b"{"),
        reship(order(id=52)),
        reship({**order(), "line_items": [GIFT]}),
        reship({**order(), "shipping_address": None}),
        reship(lines=[ReshipLine(line_id="99", quantity=1)]),
    ],
)
def test_an_order_that_cannot_be_copied_is_for_a_person(
    shop: ShopifyDouble, ask: ReshipAsk
) -> None:
    with pytest.raises(NotOffered):
        writer(shop).request_for(ask)


@pytest.mark.parametrize("made_as", ["draft", "order"])
@pytest.mark.parametrize("looked_for_as", ["draft", "order"])
def test_a_copy_is_found_before_search_knows_it_and_after_the_setting_changed(
    shop: ShopifyDouble, made_as: str, looked_for_as: str
) -> None:
    shop.books.indexed = False
    reply = sent(shop, reship(), reship_as=made_as)
    assert found(shop, reship(), reship_as=looked_for_as).answer == reply.answer


def test_a_copy_among_very_many_is_found_by_its_tag(shop: ShopifyDouble) -> None:
    reply = sent(shop, reship(), reship_as="order")
    made = shop.books.made
    for number in range(101):
        made.append({**made[0], "id": f"gid://shopify/Order/{number}", "customAttributes": []})
    made[1:] = [{**one, "tags": []} for one in made[1:]]
    assert found(shop, reship(), reship_as="order").answer == reply.answer
    shop.books.indexed = False  # two pages of the newest
    assert found(shop, reship(), reship_as="order").answer == reply.answer
    assert shop.asked[-2:] == ["ShopOpsReplacements"] * 2


def test_drafts_that_an_app_may_not_list_it_never_made(shop: ShopifyDouble) -> None:
    shop.scopes = ("write_orders",)
    hour = timedelta(hours=1)
    assert found(shop, reship(), later=hour, reship_as="order").answer == Absent()
    assert isinstance(found(shop, reship(), later=hour, reship_as="draft").answer, Unknown)


def test_a_credit_is_told_from_another_by_amount_and_time(shop: ShopifyDouble) -> None:
    reply = sent(shop, credit())
    assert found(shop, credit()).answer == reply.answer
    assert found(shop, credit(501), later=timedelta(minutes=6)).answer == Absent()
    assert found(shop, credit(currency="EUR"), later=timedelta(minutes=6)).answer == Absent()
    long_ago = writer(shop).find(credit(), sent_at=NOW - timedelta(hours=1))
    assert long_ago.answer == Absent()


def test_two_credits_alike_are_left_to_a_person(shop: ShopifyDouble) -> None:
    for _time in range(2):
        sent(shop, credit())
    looked = found(shop, credit()).answer
    assert isinstance(looked, Unknown)
    assert looked.code == "two_alike"


def test_a_note_is_one_metafield_for_each_code(shop: ShopifyDouble) -> None:
    for ask in (note(), note(), note("H8"), note("decision of 3 March")):
        assert isinstance(sent(shop, ask).answer, Done)
    keys = [done["key"] for done in shop.books.effects("note")]
    assert keys[:2] == ["7F3KQ-2MD8N", "H8"]
    assert keys[2].startswith("code-")
    assert len(keys[2]) <= 64
    value = json.loads(shop.books.metafields["gid://shopify/Order/51", "shopops", "H8"]["value"])
    assert list(value["said"]) == ["Confirmed by", "At"]
    assert value["recorded_by"] == "ShopOps"


def test_a_note_under_the_same_code_that_somebody_else_wrote_is_not_ours(
    shop: ShopifyDouble,
) -> None:
    sent(shop, note(key=OTHER_KEY))
    assert found(shop, note()).answer == Absent()
    (held,) = shop.books.metafields.values()
    held["value"] = "by hand"
    assert found(shop, note()).answer == Absent()


def test_the_same_ask_gives_the_same_request(shop: ShopifyDouble) -> None:
    for ask in ASKS:
        assert writer(shop).request_for(ask) == writer(shop).request_for(ask)
