"""APR-2 and APR-3: whom an approval needs, what it must name, and what it satisfies."""

from typing import Any

import pytest

from shopops.agents.thresholds import Thresholds
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    a_context,
    a_mail,
    a_pack,
    a_person,
    a_proposal,
    a_refund,
    a_reship,
    a_transaction,
    an_approval,
    answer,
    judge,
    judge_approved,
    reason,
)

FOUR_EYES = Thresholds(approval_above_cents={"USD": 5000}, second_cap_cents={"USD": 9000})


def test_what_waits_for_a_person_is_never_permitted_not_even_by_approval() -> None:
    proposal = a_proposal(a_person())
    [before] = judge(proposal=proposal)
    [after] = judge_approved(proposal, 0)
    for verdict in (before, after):
        assert verdict.outcome == Outcome.NEEDS_APPROVAL
        assert reason(verdict, RuleId.APR_1) == ("needs_approval", "person_decides")


def test_an_approval_turns_each_request_for_a_person_into_a_permit_that_names_the_approver() -> (
    None
):
    proposal = a_proposal(
        a_reship(amount_minor=6000, currency="USD", line_ids=["l1"]),
        a_refund(1000, line_ids=["l2"], cause="cancelled_not_returned"),
    )
    first, second = judge_approved(proposal, 0)
    assert first.outcome == Outcome.PERMIT
    found = answer(first, RuleId.APR_1)
    assert found is not None
    assert found.reason == "approved"
    assert found.numbers == {
        "amount": 6000,
        "cap": 5000,
        "answers": "above_cap",
        "approved_by": "maya",
    }
    assert reason(first, RuleId.SHP_2) == ("permit", "approved")
    assert reason(first, RuleId.AGG_1) == ("permit", "approved")
    assert reason(second, RuleId.AGG_1) == ("needs_approval", "total_above_cap")
    assert answer(second, RuleId.APR_2) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"proposal_digest": "d2"}, "digest_differs"),
        ({"approved_digest": "", "proposal_digest": ""}, "digest_differs"),
        ({"approved_amounts": {"0": 6001}}, "amount_differs"),
        ({"approved_amounts": {"0": None}}, "amount_differs"),
        ({"approved_payees": {"0": "t2"}}, "payee_differs"),
        ({"approved_payees": {}}, "payee_differs"),
    ],
)
def test_an_approval_of_something_else_is_denied_and_answers_nothing(
    changes: dict[str, Any], expected: str
) -> None:
    [verdict] = judge_approved(a_proposal(a_refund(6000)), 0, **changes)
    assert reason(verdict, RuleId.APR_2) == ("deny", expected)
    assert reason(verdict, RuleId.APR_1) == ("needs_approval", "above_cap")
    assert verdict.outcome == Outcome.DENY


def test_an_approval_of_exactly_this_binds() -> None:
    [verdict] = judge_approved(a_proposal(a_refund(6000)), 0)
    assert reason(verdict, RuleId.APR_2) == ("permit", "approval_binds")
    assert reason(verdict, RuleId.APR_3) == ("permit", "independent_approver")
    assert verdict.outcome == Outcome.PERMIT


def test_an_approval_does_not_save_what_another_rule_denies() -> None:
    [verdict] = judge_approved(a_proposal(a_refund(13000)), 0)
    assert reason(verdict, RuleId.APR_1) == ("permit", "approved")
    assert reason(verdict, RuleId.MON_2) == ("deny", "above_remaining")
    assert verdict.outcome == Outcome.DENY


@pytest.mark.parametrize(
    ("approver", "expected"), [("agent", "approver_is_proposer"), ("", "approver_missing")]
)
def test_nobody_approves_their_own_proposal(approver: str, expected: str) -> None:
    [verdict] = judge_approved(a_proposal(a_refund(6000)), 0, approver=approver)
    assert reason(verdict, RuleId.APR_3) == ("deny", expected)
    assert reason(verdict, RuleId.APR_1) == ("needs_approval", "above_cap")
    assert verdict.outcome == Outcome.DENY


@pytest.mark.parametrize(
    ("minor", "editors", "before", "expected"),
    [
        (9000, ["maya"], [], ("permit", "independent_approver")),
        (9001, ["maya"], [], ("deny", "approver_is_editor")),
        (9001, ["noor", "maya"], ["olga"], ("deny", "approver_is_editor")),
        (9001, ["noor"], ["noor"], ("needs_approval", "four_eyes")),
        (9001, ["noor"], ["olga"], ("permit", "two_approvers")),
    ],
)
def test_above_the_second_cap_neither_approver_is_one_who_edited(
    minor: int, editors: list[str], before: list[str], expected: tuple[str, str]
) -> None:
    [verdict] = judge_approved(
        a_proposal(a_refund(minor)),
        0,
        thresholds=FOUR_EYES,
        approvers_before=before,
        editors=editors,
    )
    assert reason(verdict, RuleId.APR_3) == expected


@pytest.mark.parametrize(
    ("minor", "expected"),
    [(8999, None), (9000, None), (9001, ("needs_approval", "four_eyes"))],
)
def test_only_strictly_above_the_second_cap_two_people_are_needed(
    minor: int, expected: tuple[str, str] | None
) -> None:
    [verdict] = judge(a_refund(minor), thresholds=FOUR_EYES)
    assert reason(verdict, RuleId.APR_3) == expected


@pytest.mark.parametrize(
    ("before", "expected", "count"),
    [
        ([], ("needs_approval", "four_eyes"), 1),
        (["maya"], ("needs_approval", "same_approver"), 1),
        (["agent"], ("needs_approval", "four_eyes"), 1),
        ([""], ("needs_approval", "four_eyes"), 1),
        (["noor"], ("permit", "two_approvers"), 2),
        (["noor", "maya"], ("permit", "two_approvers"), 2),
    ],
)
def test_above_the_second_cap_the_second_approval_comes_from_somebody_else(
    before: list[str], expected: tuple[str, str], count: int
) -> None:
    [verdict] = judge_approved(
        a_proposal(a_refund(9001)), 0, thresholds=FOUR_EYES, approvers_before=before
    )
    found = answer(verdict, RuleId.APR_3)
    assert found is not None
    assert (found.outcome, found.reason) == expected
    assert found.numbers == {"total": 9001, "cap": 9000, "approvers": count, "needed": 2}
    assert verdict.outcome == expected[0]


def test_below_the_second_cap_one_approver_is_enough() -> None:
    [verdict] = judge_approved(a_proposal(a_refund(9000)), 0, thresholds=FOUR_EYES)
    assert reason(verdict, RuleId.APR_3) == ("permit", "independent_approver")
    assert verdict.outcome == Outcome.PERMIT


def test_splitting_an_amount_does_not_halve_the_eyes() -> None:
    verdicts = judge(
        a_refund(4500, line_ids=["l1"]), a_refund(4501, line_ids=["l2"]), thresholds=FOUR_EYES
    )
    for verdict in verdicts:
        assert reason(verdict, RuleId.APR_3) == ("needs_approval", "four_eyes")


def test_a_mail_that_offers_the_money_needs_the_same_eyes() -> None:
    [verdict] = judge(a_mail(amount_minor=9001, currency="USD"), thresholds=FOUR_EYES)
    assert reason(verdict, RuleId.APR_3) == ("needs_approval", "four_eyes")


def test_both_of_two_alternatives_cannot_be_approved() -> None:
    reship = a_reship(alternative="remedy:s1")
    refund = a_refund(6000, alternative="remedy:s1", shipment_ids=["s1"])
    proposal = a_proposal(reship, refund)
    for verdict in judge_approved(proposal, 0, 1):
        assert reason(verdict, RuleId.DUP_1) == ("deny", "alternative_approved_too")
    one, other = judge_approved(proposal, 1)
    assert one.outcome == Outcome.NEEDS_APPROVAL
    assert other.outcome == Outcome.PERMIT


def test_both_parts_of_a_split_refund_can_be_approved() -> None:
    parts = [a_refund(3000, alternative="g"), a_refund(3000, alternative="g", transaction_id="t2")]
    proposal = a_proposal(*parts, a_reship(alternative="g"))
    context = a_context(approval=an_approval(proposal, 0, 1))
    pack = a_pack(money=[a_transaction(), a_transaction(id="t2")])
    one, other, reship = judge(proposal=proposal, pack=pack, context=context)
    assert [one.outcome, other.outcome] == [Outcome.PERMIT, Outcome.PERMIT]
    assert reship.outcome == Outcome.NEEDS_APPROVAL
