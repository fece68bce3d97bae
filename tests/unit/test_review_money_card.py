"""What the money card says of each payment, and of refunds that belong to none."""

import pytest

from shopops.agents.facts import Pack, TransactionMoney
from shopops.agents.records import Amount, Refund, TransactionStatus
from shopops.review.detail.money_box import loose_refunds, money_box
from tests.support.intake_cases import an_order, build
from tests.support.known import known


@pytest.mark.parametrize(
    ("captured", "refunded", "reserved", "held", "drawn", "left"),
    [
        (100, 0, 0, 0, [("remaining", 0, 100)], "1.00 USD"),
        (
            100,
            25,
            25,
            0,
            [("refunded", 0, 25), ("reserved", 25, 25), ("remaining", 50, 50)],
            "0.50 USD",
        ),
        (100, 100, 0, 0, [("refunded", 0, 100)], "Nothing"),
        (100_000, 1, 0, 0, [("refunded", 0, 1), ("remaining", 1, 99)], "999.99 USD"),
        (100, 0, 0, 40, [("held", 0, 40), ("remaining", 40, 60)], "0.60 USD"),
        (100, 0, 0, 100, [("held", 0, 100)], "Nothing"),
        (100, 120, 0, 0, [], "Nothing"),
        (100, 60, 0, 60, [], "Nothing"),
        (0, 0, 0, 0, [], "Nothing"),
    ],
)
def test_money_is_drawn_in_proportion(
    captured: int,
    refunded: int,
    reserved: int,
    held: int,
    drawn: list[tuple[str, int, int]],
    left: str,
) -> None:
    pack = _paid(captured=captured, refunded=refunded, reserved=reserved)
    [payment] = money_box(pack, {"t1": held})
    assert [(part.kind, part.x, part.width) for part in payment.parts] == drawn
    assert payment.remaining == left


def _paid(**minor: int) -> Pack:
    pack, _ = known("O-1001")
    pack.money = [TransactionMoney(id="t1", currency="USD", evidence_ids=[], **minor)]
    return pack


def test_an_approved_refund_is_told_apart_from_what_the_source_reserves() -> None:
    [payment] = money_box(_paid(captured=12900, refunded=0, reserved=2900), {"t1": 5000, "t2": 9})
    assert (payment.reserved, payment.held) == ("29.00 USD", "50.00 USD")
    assert payment.remaining == "50.00 USD"
    [untouched] = money_box(_paid(captured=12900, refunded=0, reserved=0), {})
    assert untouched.held == ""


def test_of_amounts_that_contradict_each_other_nobody_says_what_is_left() -> None:
    pack = _paid(captured=12900, refunded=0, reserved=0)
    pack.money_conflicts = ["refund_without_transaction"]
    [payment] = money_box(pack, {})
    assert (payment.known, payment.parts) == (False, [])


def _refund(number: int, minor: int, currency: str, payment: str | None) -> Refund:
    return Refund(
        id=f"r:{number}",
        status=TransactionStatus.SUCCEEDED,
        amount=Amount(minor=minor, currency=currency),
        transaction_id=payment,
    )


def test_a_refund_that_is_counted_against_no_payment_is_shown() -> None:
    order = an_order(refunds=(_refund(1, 500, "EUR", "t9"), _refund(2, 700, "CAD", None)))
    pack = build(order)
    shown = [(one.amount, one.payment, one.source) for one in loose_refunds(pack, order)]
    counted = {found for one in pack.money for found in one.evidence_ids}
    assert ("5.00 EUR", "t9", "refund:r%3A1") in shown
    assert counted.isdisjoint(source for *_, source in shown)
    assert {source for *_, source in shown} <= pack.evidence.keys()
    assert loose_refunds(pack, None) == []


def test_a_refund_that_came_after_the_pack_is_not_shown() -> None:
    pack = build(an_order())
    later = an_order(refunds=(_refund(1, 500, "EUR", "t9"),))
    assert loose_refunds(pack, later) == []


def test_the_bar_says_in_words_what_it_draws() -> None:
    [payment] = money_box(_paid(captured=12900, refunded=900, reserved=2000), {"t1": 5000})
    assert payment.described == (
        "Of 129.00 USD captured: 9.00 USD refunded, 20.00 USD reserved, "
        "50.00 USD approved and held, 50.00 USD still refundable"
    )
    [empty] = money_box(_paid(captured=100, refunded=100, reserved=0), {})
    assert empty.described.endswith("nothing still refundable")
