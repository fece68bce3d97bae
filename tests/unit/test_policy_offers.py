"""A message that offers a remedy is judged with it."""

from typing import Any

import pytest

from shopops.agents.proposal import Action
from shopops.policy.offers import OF_THE_APPROVAL
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    a_context,
    a_credit,
    a_live,
    a_mail,
    a_person,
    a_proposal,
    a_refund,
    a_reship,
    answer,
    judge,
    judge_approved,
    reason,
)

ELSEWHERE = ["s9"]  # SHP-1 denies it: the order has no such parcel
TOO_MUCH = 12901  # MON-2 denies it
EITHER = ["stalled_shipment_apology", "reship_or_refund_options", "order_number"]


@pytest.mark.parametrize(
    ("outline", "reship", "refund", "expected"),
    [
        (EITHER, ["s1"], 1, {}),
        (EITHER, ELSEWHERE, 1, {RuleId.SHP_1: "propose_reship"}),
        (EITHER, ["s1"], TOO_MUCH, {RuleId.MON_2: "propose_refund"}),
        (
            EITHER,
            ELSEWHERE,
            TOO_MUCH,
            {RuleId.SHP_1: "propose_reship", RuleId.MON_2: "propose_refund"},
        ),
        (["reship_option"], ["s1"], TOO_MUCH, {}),
        (["reship_option"], ELSEWHERE, 1, {RuleId.SHP_1: "propose_reship"}),
        (["refund_option"], ELSEWHERE, 1, {}),
        (["refund_option"], ["s1"], TOO_MUCH, {RuleId.MON_2: "propose_refund"}),
        (["refund_of_remainder"], ["s1"], TOO_MUCH, {RuleId.MON_2: "propose_refund"}),
        (["order_number", "refund_pending"], ELSEWHERE, TOO_MUCH, {}),
    ],
)
def test_one_denied_remedy_that_it_offers_denies_the_mail(
    outline: list[str], reship: list[str], refund: int, expected: dict[RuleId, str]
) -> None:
    mail, *_ = judge(
        a_mail(body_outline=outline),
        a_reship(shipment_ids=reship, alternative="g"),
        a_refund(refund, alternative="g"),
    )
    denied = {
        result.rule: result.numbers["offers"]
        for result in mail.results
        if result.reason == Reason.OFFERS_DENIED
    }
    assert denied == expected
    assert mail.outcome == (Outcome.DENY if expected else Outcome.PERMIT)


def test_one_of_two_refunds_denied_is_enough() -> None:
    mail, first, second = judge(
        a_mail(body_outline=["refund_option"]),
        a_refund(1, line_ids=["l1"]),
        a_refund(1, line_ids=["l2"], transaction_id="t9"),
    )
    assert (first.outcome, second.outcome) == (Outcome.PERMIT, Outcome.DENY)
    assert reason(mail, RuleId.MON_3) == ("deny", "offers_denied")


def test_a_store_credit_is_offered_too() -> None:
    mail, _ = judge(a_mail(body_outline=["store_credit_option"]), a_credit(0))
    assert reason(mail, RuleId.MON_1) == ("deny", "offers_denied")


def test_the_mails_own_denial_is_not_replaced_and_its_permit_is() -> None:
    offer = a_mail(body_outline=["refund_option"], evidence_ids=["pay:t9"])
    lost, _ = judge(offer, a_refund(1, evidence_ids=["pay:t9"]))
    assert reason(lost, RuleId.EVD_2) == ("deny", "evidence_unresolved")
    kept, _ = judge(a_mail(body_outline=["refund_option"]), a_refund(1, evidence_ids=["pay:t9"]))
    assert reason(kept, RuleId.EVD_2) == ("deny", "offers_denied")


def test_a_person_with_the_outline_is_told_and_no_approval_settles_it() -> None:
    person = a_person()
    person.body_outline = EITHER
    live = a_context(live_remedies=[a_live()])
    proposal = a_proposal(person, a_reship())
    told, _ = judge(proposal=proposal, context=live)
    assert told.outcome == Outcome.NEEDS_APPROVAL
    assert reason(told, RuleId.DUP_1) == ("needs_approval", "offers_denied")
    approved, _ = judge_approved(a_proposal(person, a_reship(shipment_ids=ELSEWHERE)), 0)
    assert approved.outcome == Outcome.NEEDS_APPROVAL
    assert reason(approved, RuleId.SHP_1) == ("needs_approval", "offers_denied")
    assert reason(approved, RuleId.APR_1) == ("needs_approval", "person_decides")


def test_an_escalated_order_hands_over_as_before() -> None:
    person = a_person()
    person.body_outline = EITHER
    verdict, _ = judge(proposal=a_proposal(person, a_reship(), track="escalate"))
    assert reason(verdict, RuleId.APR_1) == ("needs_approval", "person_decides")


@pytest.mark.parametrize(
    ("changes", "rule", "expected"),
    [
        ({"proposal_digest": "d2"}, RuleId.APR_2, Reason.DIGEST_DIFFERS),
        ({"approved_amounts": {"1": 2}}, RuleId.APR_2, Reason.AMOUNT_DIFFERS),
        ({"approved_payees": {}}, RuleId.APR_2, Reason.PAYEE_DIFFERS),
        ({"approver": ""}, RuleId.APR_3, Reason.APPROVER_MISSING),
        ({"approver": "agent"}, RuleId.APR_3, Reason.APPROVER_IS_PROPOSER),
    ],
)
def test_a_bad_approval_of_a_remedy_says_nothing_about_the_mail_that_offers_it(
    changes: dict[str, Any], rule: RuleId, expected: Reason
) -> None:
    assert expected in OF_THE_APPROVAL
    proposal = a_proposal(a_mail(body_outline=["refund_option"]), a_refund(1))
    mail, refund = judge_approved(proposal, 1, **changes)
    assert reason(refund, rule) == ("deny", expected)
    assert mail.outcome == Outcome.PERMIT


def test_approving_both_alternatives_says_nothing_about_the_mail_that_offers_them() -> None:
    actions: list[Action] = [
        a_mail(body_outline=EITHER),
        a_reship(alternative="g"),
        a_refund(1, alternative="g"),
    ]
    mail, reship, _ = judge_approved(a_proposal(*actions), 1, 2)
    assert reason(reship, RuleId.DUP_1) == ("deny", Reason.ALTERNATIVE_APPROVED_TOO)
    assert answer(mail, RuleId.DUP_1) is None
    assert mail.outcome == Outcome.PERMIT
