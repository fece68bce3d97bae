"""What each payment still holds, and where an order's money contradicts itself."""

from typing import Any

import pytest

from shopops.agents.facts import TransactionMoney
from shopops.agents.records import (
    Order,
    Refund,
    ShipmentLine,
    TransactionKind,
    TransactionStatus,
)
from shopops.agents.teaching.parts import amount, line, paid, refund
from tests.support.intake_cases import DESK, an_order, build

PENDING, FAILED = TransactionStatus.PENDING, TransactionStatus.FAILED


def money_of(**of_order: Any) -> list[tuple[str, int, int, int, int]]:
    return [
        (one.id, one.captured, one.refunded, one.reserved, one.remaining)
        for one in build(an_order(**of_order)).money
    ]


def conflicts_of(order: Order) -> list[str]:
    return build(order).money_conflicts


def test_a_refund_has_moved_money_only_when_it_succeeded() -> None:
    tries = (
        refund(4000, id="r1"),
        refund(2000, id="r2", status=PENDING),
        refund(9000, id="r3", status=FAILED),
    )
    pack = build(an_order(refunds=tries))
    assert pack.money == [
        TransactionMoney(
            id="t1",
            currency="USD",
            captured=12900,
            refunded=4000,
            reserved=2000,
            evidence_ids=["pay:t1", "refund:r1", "refund:r2"],
        )
    ]
    assert pack.money[0].remaining == 6900
    assert "refund:r3" in pack.evidence
    assert pack.money_conflicts == []


def test_only_captured_money_counts() -> None:
    held = paid(12900, id="a1", kind=TransactionKind.AUTHORIZATION)
    void = paid(12900, id="v1", kind=TransactionKind.VOID)
    waiting = paid(12900, id="t2", status=PENDING)
    failed = paid(12900, id="t3", status=FAILED)
    pack = build(an_order(transactions=(held, void, waiting, failed)))
    assert (pack.money, pack.money_conflicts) == ([], [])
    assert {"pay:a1", "pay:v1", "pay:t2", "pay:t3"} <= pack.evidence.keys()


def test_each_payment_of_a_split_one_is_kept_apart() -> None:
    split = (paid(5000, id="t1", method="gift_card"), paid(7900, id="t2"))
    back = (refund(1000, id="r1", transaction_id="t2"),)
    kept = money_of(transactions=split, refunds=back)
    assert kept == [("t1", 5000, 0, 0, 5000), ("t2", 7900, 1000, 0, 6900)]


def test_a_refund_that_names_no_payment_is_of_the_only_one() -> None:
    back = (refund(1000, transaction_id=None),)
    assert money_of(refunds=back) == [("t1", 12900, 1000, 0, 11900)]


def test_a_failed_refund_contradicts_nothing() -> None:
    back = (refund(99999, "EUR", transaction_id="nobody", status=FAILED),)
    assert conflicts_of(an_order(refunds=back)) == []


@pytest.mark.parametrize(
    ("of_order", "codes"),
    [
        ({}, []),
        ({"lines": (line(12899, "Blanket"),)}, []),
        ({"lines": (line(12900, "Blanket"),)}, []),
        ({"lines": (line(12901, "Blanket"),)}, ["lines_over_total"]),
        ({"lines": (line(12900, "A"), line(1, "B", id="l2"))}, ["lines_over_total"]),
        ({"transactions": (paid(12899),)}, []),
        ({"transactions": (paid(12901),)}, ["captured_over_total"]),
        ({"transactions": (paid(5000), paid(7900, id="t2"))}, []),
        ({"transactions": (paid(5000), paid(7901, id="t2"))}, ["captured_over_total"]),
        ({"refunds": (refund(12900),)}, []),
        ({"refunds": (refund(12901),)}, ["refund_over_capture"]),
        ({"refunds": (refund(12900), refund(1, id="r2", status=PENDING))}, ["refund_over_capture"]),
        ({"refunds": (refund(12900), refund(1, id="r2", status=FAILED))}, []),
        ({"refunds": (refund(1, transaction_id="t9"),)}, ["refund_without_transaction"]),
        ({"transactions": (), "refunds": (refund(1),)}, ["refund_without_transaction"]),
        (
            {"transactions": (), "refunds": (refund(1, transaction_id=None),)},
            ["refund_without_transaction"],
        ),
        (
            {
                "transactions": (paid(5000), paid(7900, id="t2")),
                "refunds": (refund(1, transaction_id=None),),
            },
            ["refund_without_transaction"],
        ),
        ({"shop_total": amount(12900)}, []),
        ({"shop_total": amount(12901)}, ["totals_disagree"]),
        ({"lines": (line(100, "Blanket", "EUR"),)}, ["currency"]),
        ({"transactions": (paid(12900, "EUR"),)}, ["currency"]),
        ({"refunds": (refund(1, "EUR"),)}, ["currency"]),
        ({"lines": (line(1, "A"), line(1, "B"))}, ["id_twice"]),
        ({"transactions": (paid(1), paid(2))}, ["id_twice"]),
        ({"refunds": (refund(1), refund(2))}, ["id_twice"]),
        ({"conflicts": ("shop_says_so", "shop_says_so")}, ["shop_says_so"]),
    ],
    ids=str,
)
def test_a_contradiction_has_its_code_and_an_oddity_has_none(
    of_order: dict[str, Any], codes: list[str]
) -> None:
    assert conflicts_of(an_order(**of_order)) == codes


def in_euros(*payments: Any, shop: int = 12900, **more: Any) -> Order:
    return DESK.order(
        "O-2001", 11900, "EUR", shop_total=amount(shop), transactions=payments, **more
    )


@pytest.mark.parametrize(
    ("payments", "codes"),
    [
        ((paid(11900, "EUR"),), []),
        ((paid(12900, "USD"),), []),
        ((paid(5000, "EUR"), paid(7900, "USD", id="t2")), []),
        ((paid(11901, "EUR"),), ["captured_over_total"]),
        ((paid(12901, "USD"),), ["captured_over_total"]),
        ((paid(100, "GBP"),), ["currency"]),
    ],
    ids=str,
)
def test_each_currency_is_compared_with_the_total_in_that_currency(
    payments: tuple[Any, ...], codes: list[str]
) -> None:
    assert conflicts_of(in_euros(*payments)) == codes


def test_a_refund_goes_back_in_the_currency_of_its_payment_and_is_never_converted() -> None:
    back: Refund = refund(100, "USD")
    order = in_euros(paid(11900, "EUR"), refunds=(back,))
    pack = build(order)
    assert pack.money_conflicts == ["currency"]
    assert pack.money[0].refunded == 0


@pytest.mark.parametrize("code", ["XAU", "BGN", "ZZZ"])
def test_a_currency_without_known_digits_is_a_conflict(code: str) -> None:
    assert conflicts_of(DESK.order("O-2001", 100, code)) == ["currency_unknown"]


@pytest.mark.parametrize(("code", "minor"), [("JPY", 9800), ("KWD", 12500), ("CLF", 10**15)])
def test_any_number_of_digits_is_the_same_to_intake(code: str, minor: int) -> None:
    pack = build(DESK.order("O-2001", minor, code))
    assert pack.money_conflicts == []
    assert (pack.money[0].captured, pack.money[0].currency) == (minor, code)
    assert pack.fields["order_total"].value == minor


def test_a_parcel_with_a_line_that_nobody_ordered_is_a_conflict() -> None:
    inside = (ShipmentLine(line_id="l9", quantity=1),)
    order = an_order(shipments=(DESK.parcel(None, lines=inside),))
    pack = build(order)
    assert pack.money_conflicts == ["parcel_line_unknown"]
    assert pack.parcels[0].lines == []


def test_a_present_costs_nothing_and_contradicts_nothing() -> None:
    assert conflicts_of(DESK.order("O-2001", 0, transactions=())) == []
