"""A refund in Shopify: to which payment, how much, and how it is found again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.connectors.ports import (
    Absent,
    Done,
    NotOffered,
    RefundAsk,
    Refused,
    Unknown,
)
from tests.support.import_cases import shopify_transaction
from tests.support.shopify_asks import (
    KEY,
    OTHER_KEY,
    found,
    lamps,
    note,
    open_lamps,
    refund,
    sent,
    writer,
)
from tests.support.shopify_double import ShopifyDouble


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_lamps(tmp_path) as double:
        yield double


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
    shop.books.put(lamps(), card, voucher)
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
    shop.books.put(lamps(currency=currency), shopify_transaction(currency=currency, amount=paid))
    assert isinstance(sent(shop, refund(minor, currency)).answer, Done)
    assert shop.books.effects("refund")[0]["amount"] == amount


def test_the_refund_is_in_what_the_customer_paid_in(shop: ShopifyDouble) -> None:
    abroad = lamps(presentment_currency="EUR")
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
