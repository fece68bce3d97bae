"""MON-1 to MON-3."""

from typing import Any

import pytest

from shopops.agents.proposal import ActionKind
from shopops.agents.thresholds import Thresholds
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    a_context,
    a_credit,
    a_live,
    a_mail,
    a_pack,
    a_person,
    a_refund,
    a_reship,
    a_transaction,
    answer,
    judge,
    reason,
)

BIG = Thresholds(approval_above_cents={"USD": 10**15, "EUR": 10**15})


@pytest.mark.parametrize(
    ("minor", "expected"),
    [
        (True, "amount_not_integer"),
        (12.5, "amount_not_integer"),
        (float("nan"), "amount_not_integer"),
        ("100", "amount_not_integer"),
        (-1, "amount_negative"),
        (0, "amount_zero"),
        (10**15 + 1, "amount_too_large"),
        (10**40, "amount_too_large"),
        (None, "amount_missing"),
    ],
)
def test_a_refund_of_no_proper_amount_is_denied(minor: Any, expected: str) -> None:
    [verdict] = judge(a_refund(minor))
    assert reason(verdict, RuleId.MON_1) == ("deny", expected)
    assert verdict.outcome == Outcome.DENY


@pytest.mark.parametrize(
    ("currency", "expected"),
    [
        (None, "currency_missing"),
        ("", "currency_missing"),
        ("usd", "currency_unknown"),
        ("ZZZ", "currency_unknown"),
        (840, "currency_unknown"),
    ],
)
def test_an_amount_without_a_currency_is_denied(currency: Any, expected: str) -> None:
    for action in (a_refund(100, currency=currency), a_mail(amount_minor=100, currency=currency)):
        [verdict] = judge(action)
        assert reason(verdict, RuleId.MON_1) == ("deny", expected)
        assert verdict.outcome == Outcome.DENY


def test_the_smallest_and_the_largest_amount_are_well_formed() -> None:
    pack = a_pack(money=[a_transaction(captured=10**16)])
    for minor in (1, 10**15):
        [verdict] = judge(a_refund(minor), pack=pack, thresholds=BIG)
        assert reason(verdict, RuleId.MON_1) == ("permit", "amount_well_formed")
        assert verdict.outcome == Outcome.PERMIT


def test_a_currency_without_an_amount_is_denied_for_a_mail_too() -> None:
    [verdict] = judge(a_mail(currency="USD"))
    assert reason(verdict, RuleId.MON_1) == ("deny", "amount_missing")


def test_a_mail_or_a_parcel_of_a_free_order_is_no_money_error() -> None:
    mail, reship = judge(
        a_mail(amount_minor=0, currency="USD"), a_reship(amount_minor=0, currency="USD")
    )
    assert reason(mail, RuleId.MON_1) == ("permit", "amount_well_formed")
    assert reason(reship, RuleId.MON_1) == ("permit", "amount_well_formed")


def test_a_store_credit_of_nothing_is_denied() -> None:
    [verdict] = judge(a_credit(0))
    assert reason(verdict, RuleId.MON_1) == ("deny", "amount_zero")


def test_an_action_without_money_is_not_judged_for_it() -> None:
    mail, reship, person = judge(a_mail(), a_reship(), a_person())
    for verdict in (mail, reship, person):
        assert answer(verdict, RuleId.MON_1) is None


@pytest.mark.parametrize(
    ("minor", "outcome", "expected"),
    [
        (8899, Outcome.PERMIT, "within_remaining"),
        (8900, Outcome.PERMIT, "within_remaining"),
        (8901, Outcome.DENY, "above_remaining"),
    ],
)
def test_a_refund_takes_at_most_what_the_transaction_still_holds(
    minor: int, outcome: Outcome, expected: str
) -> None:
    pack = a_pack(money=[a_transaction(refunded=3000, reserved=1000)])
    [verdict] = judge(a_refund(minor), pack=pack, thresholds=BIG)
    found = answer(verdict, RuleId.MON_2)
    assert found is not None
    assert (found.outcome, found.reason) == (outcome, expected)
    assert found.numbers == {
        "asked": minor,
        "remaining": 8900,
        "captured": 12900,
        "refunded": 3000,
        "reserved": 1000,
    }
    assert verdict.outcome == outcome


@pytest.mark.parametrize(("second", "outcome"), [(6900, Outcome.PERMIT), (6901, Outcome.DENY)])
def test_refunds_of_one_transaction_are_added_up(second: int, outcome: Outcome) -> None:
    verdicts = judge(
        a_refund(6000, line_ids=["l1"], alternative="remedy:s1"),
        a_refund(second, line_ids=["l2"], alternative="remedy:s2"),
        thresholds=BIG,
    )
    for verdict in verdicts:
        found = answer(verdict, RuleId.MON_2)
        assert found is not None
        assert found.outcome == outcome
        assert found.numbers["asked"] == 6000 + second


def test_sending_again_and_refunds_of_other_transactions_do_not_count() -> None:
    pack = a_pack(money=[a_transaction(), a_transaction(id="t2", captured=500)])
    whole, _, other = judge(
        a_refund(12900, alternative="remedy:s1"),
        a_reship(amount_minor=12900, currency="USD", alternative="remedy:s1"),
        a_refund(500, transaction_id="t2", alternative="remedy:s1"),
        pack=pack,
        thresholds=BIG,
    )
    assert reason(whole, RuleId.MON_2) == ("permit", "within_remaining")
    assert reason(other, RuleId.MON_2) == ("permit", "within_remaining")


def test_a_refund_in_the_wrong_currency_takes_nothing_from_the_others() -> None:
    right, wrong = judge(a_refund(12900), a_refund(100, currency="EUR", line_ids=["l2"]))
    assert reason(right, RuleId.MON_2) == ("permit", "within_remaining")
    assert answer(wrong, RuleId.MON_2) is None
    assert reason(wrong, RuleId.MON_3) == ("deny", "currency_differs")


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, Outcome.DENY),
        ({"in_source": True}, Outcome.PERMIT),
        ({"transaction_id": "t2"}, Outcome.PERMIT),
        ({"kind": "propose_reship"}, Outcome.PERMIT),
        ({"amount_minor": None}, Outcome.PERMIT),
    ],
)
def test_live_refunds_that_the_source_does_not_show_are_reserved(
    changes: dict[str, Any], outcome: Outcome
) -> None:
    live = a_live(
        **{
            "transaction_id": "t1",
            "amount_minor": 901,
            "currency": "USD",
            "cause": "cancelled_not_returned",
            **changes,
        }
    )
    [verdict] = judge(a_refund(12000), thresholds=BIG, context=a_context(live_remedies=[live]))
    found = answer(verdict, RuleId.MON_2)
    assert found is not None
    assert found.outcome == outcome
    pending = 901 if outcome == Outcome.DENY else 0
    assert found.numbers["reserved"] == pending
    assert found.numbers["remaining"] == 12900 - pending


def test_money_that_disagrees_refunds_nothing() -> None:
    [verdict] = judge(a_refund(1), pack=a_pack(money_conflicts=["line_sum"]))
    assert reason(verdict, RuleId.MON_2) == ("deny", "money_conflict")


@pytest.mark.parametrize(
    ("transaction", "expected"), [(None, "no_transaction"), ("t9", "unknown_transaction")]
)
def test_a_refund_of_no_transaction_of_this_order_is_denied(
    transaction: str | None, expected: str
) -> None:
    [verdict] = judge(a_refund(100, transaction_id=transaction))
    assert reason(verdict, RuleId.MON_3) == ("deny", expected)
    assert answer(verdict, RuleId.MON_2) is None


def test_a_refund_in_the_currency_of_its_transaction_is_permitted() -> None:
    [verdict] = judge(a_refund(100))
    assert reason(verdict, RuleId.MON_3) == ("permit", "currency_matches")


@pytest.mark.parametrize(
    ("transaction", "expected"),
    [("t1", ("permit", "currency_matches")), ("t9", ("deny", "unknown_transaction")), (None, None)],
)
def test_another_action_that_names_a_transaction_is_held_to_it(
    transaction: str | None, expected: tuple[str, str] | None
) -> None:
    [verdict] = judge(a_credit(100, transaction_id=transaction))
    assert reason(verdict, RuleId.MON_3) == expected


def test_an_unknown_kind_of_action_is_denied() -> None:
    action = a_mail()
    action.kind = "send_refund"  # type: ignore[assignment]  # as a struct built unchecked may be
    [verdict] = judge(action)
    assert reason(verdict, RuleId.APR_1) == ("deny", "unknown_kind")
    assert verdict.outcome == Outcome.DENY
    assert action.kind not in set(ActionKind)
