"""APR-1 and AGG-1: when a person is needed."""

import pytest

from shopops.agents.proposal import Action, Track
from shopops.agents.thresholds import Thresholds
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    a_context,
    a_live,
    a_mail,
    a_pack,
    a_person,
    a_proposal,
    a_refund,
    a_reship,
    a_transaction,
    answer,
    judge,
    judge_approved,
    reason,
)


@pytest.mark.parametrize(
    ("minor", "outcome", "expected"),
    [
        (4999, Outcome.PERMIT, "within_cap"),
        (5000, Outcome.PERMIT, "within_cap"),
        (5001, Outcome.NEEDS_APPROVAL, "above_cap"),
    ],
)
def test_only_an_amount_strictly_above_the_cap_needs_approval(
    minor: int, outcome: Outcome, expected: str
) -> None:
    for action in (a_refund(minor), a_mail(amount_minor=minor, currency="USD")):
        [verdict] = judge(action)
        found = answer(verdict, RuleId.APR_1)
        assert found is not None
        assert (found.reason, found.numbers) == (expected, {"amount": minor, "cap": 5000})
        assert verdict.outcome == outcome


@pytest.mark.parametrize(
    ("currency", "cap", "above"),
    [("JPY", 9800, 9801), ("KWD", 15250, 15251)],
)
def test_the_cap_is_in_the_minor_units_of_the_currency(currency: str, cap: int, above: int) -> None:
    pack = a_pack(money=[a_transaction(currency=currency, captured=10**6)])
    thresholds = Thresholds(approval_above_cents={currency: cap})
    outcomes = [
        judge(a_refund(minor, currency=currency), pack=pack, thresholds=thresholds)[0].outcome
        for minor in (cap, above)
    ]
    assert outcomes == [Outcome.PERMIT, Outcome.NEEDS_APPROVAL]


def test_a_currency_without_a_cap_needs_approval_for_any_amount() -> None:
    pack = a_pack(money=[a_transaction(currency="EUR")])
    [verdict] = judge(a_refund(1, currency="EUR"), pack=pack)
    assert reason(verdict, RuleId.APR_1) == ("needs_approval", "no_cap")
    assert verdict.outcome == Outcome.NEEDS_APPROVAL


def test_a_cap_of_zero_is_a_cap() -> None:
    [verdict] = judge(a_refund(1), thresholds=Thresholds(approval_above_cents={"USD": 0}))
    assert reason(verdict, RuleId.APR_1) == ("needs_approval", "above_cap")


@pytest.mark.parametrize(
    "action",
    [
        a_mail(requires_approval=True),
        a_mail(requires_approval=True, amount_minor=1, currency="USD"),
        a_refund(1, requires_approval=True),
        a_reship(requires_approval=True),
    ],
)
def test_policy_never_lowers_what_the_proposal_wants_approved(action: Action) -> None:
    [verdict] = judge(action)
    assert verdict.outcome == Outcome.NEEDS_APPROVAL


def test_a_mail_about_no_money_goes_without_a_person() -> None:
    [verdict] = judge(a_mail())
    assert answer(verdict, RuleId.APR_1) is None
    assert verdict.outcome == Outcome.PERMIT


def test_on_an_escalated_order_nothing_else_may_run() -> None:
    proposal = a_proposal(a_person(), a_mail(), a_refund(1), track=Track.ESCALATE)
    person, mail, refund = judge_approved(proposal, 1, 2)
    assert person.outcome == Outcome.NEEDS_APPROVAL
    assert reason(mail, RuleId.APR_1) == ("deny", "escalated")
    assert refund.outcome == Outcome.DENY


@pytest.mark.parametrize(
    ("second", "outcome"),
    [(1999, Outcome.PERMIT), (2000, Outcome.PERMIT), (2001, "needs_approval")],
)
def test_remedies_of_one_proposal_are_added_up_before_the_cap(
    second: int, outcome: Outcome
) -> None:
    verdicts = judge(a_refund(3000, line_ids=["l1"]), a_refund(second, line_ids=["l2"]))
    for verdict in verdicts:
        found = answer(verdict, RuleId.AGG_1)
        assert found is not None
        assert found.numbers == {"total": 3000 + second, "cap": 5000}
        assert verdict.outcome == outcome


@pytest.mark.parametrize(("live", "outcome"), [(2000, "permit"), (2001, "needs_approval")])
def test_live_remedies_are_added_up_before_the_cap(live: int, outcome: str) -> None:
    money = {"amount_minor": live, "currency": "USD"}
    remedies = [a_live("propose_store_credit", cause="cancelled_not_returned", **money)]
    [verdict] = judge(a_refund(3000), context=a_context(live_remedies=remedies))
    assert verdict.outcome == outcome
    assert reason(verdict, RuleId.AGG_1) == (
        outcome,
        "total_within_cap" if outcome == "permit" else "total_above_cap",
    )


def test_alternatives_count_once_at_the_larger() -> None:
    reship = a_reship(amount_minor=4000, currency="USD", alternative="remedy:s1")
    refund = a_refund(3000, alternative="remedy:s1")
    _, small = judge(reship, refund)
    found = answer(small, RuleId.AGG_1)
    assert found is not None
    assert found.numbers == {"total": 4000, "cap": 5000}
    assert small.outcome == Outcome.PERMIT


def test_the_parts_of_a_split_refund_count_together_against_sending_again() -> None:
    pack = a_pack(money=[a_transaction(), a_transaction(id="t2")])
    group = "remedy:s1"
    verdicts = judge(
        a_reship(amount_minor=4000, currency="USD", alternative=group),
        a_refund(3000, alternative=group),
        a_refund(3000, alternative=group, transaction_id="t2"),
        pack=pack,
    )
    totals = [answer(verdict, RuleId.AGG_1) for verdict in verdicts]
    assert [found and found.numbers["total"] for found in totals] == [6000, 6000, 6000]


def test_a_mail_is_not_added_up_with_the_remedies_it_talks_about() -> None:
    mail, refund = judge(a_mail(amount_minor=3000, currency="USD"), a_refund(3000))
    assert answer(mail, RuleId.AGG_1) is None
    assert answer(refund, RuleId.AGG_1) is None
    assert [mail.outcome, refund.outcome] == [Outcome.PERMIT, Outcome.PERMIT]


def test_a_live_mail_is_no_remedy() -> None:
    live = a_live("draft_email", amount_minor=5000, currency="USD")
    [verdict] = judge(a_refund(3000), context=a_context(live_remedies=[live]))
    assert verdict.outcome == Outcome.PERMIT


def test_amounts_of_two_currencies_do_not_add_up_so_a_person_looks() -> None:
    live = a_live(
        cause="cancelled_not_returned", amount_minor=1, currency="EUR", transaction_id="t2"
    )
    [verdict] = judge(a_refund(1), context=a_context(live_remedies=[live]))
    found = answer(verdict, RuleId.AGG_1)
    assert found is not None
    assert (found.outcome, found.reason) == (Outcome.NEEDS_APPROVAL, "mixed_currencies")
    assert found.numbers == {"currency": "USD", "other": "EUR"}


def test_without_a_cap_there_is_no_total_to_compare() -> None:
    [verdict, _] = judge(
        a_refund(1, line_ids=["l1"]),
        a_refund(1, line_ids=["l2"]),
        thresholds=Thresholds(approval_above_cents={}),
    )
    assert answer(verdict, RuleId.AGG_1) is None
    assert reason(verdict, RuleId.APR_1) == ("needs_approval", "no_cap")
