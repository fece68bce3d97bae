"""EVD-1 to EVD-3 and ID-1."""

from datetime import timedelta

import pytest

from shopops.agents.facts import Field
from shopops.agents.proposal import ActionKind
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    UNKNOWN,
    a_context,
    a_mail,
    a_pack,
    a_person,
    a_proposal,
    a_refund,
    a_reship,
    aged,
    an_action,
    answer,
    evidence,
    fact,
    inference,
    judge,
    reason,
)


@pytest.mark.parametrize("kind", list(ActionKind))
def test_no_action_of_any_kind_passes_without_evidence(kind: ActionKind) -> None:
    [verdict] = judge(an_action(kind, evidence_ids=[]))
    assert verdict.outcome == Outcome.DENY
    assert reason(verdict, RuleId.EVD_1) == ("deny", "no_evidence")
    assert answer(verdict, RuleId.EVD_2) is None


def test_a_hostile_full_refund_with_empty_evidence_is_denied() -> None:
    [verdict] = judge(a_refund(12900, evidence_ids=[], requires_approval=False))
    assert verdict.outcome == Outcome.DENY


def test_cited_evidence_that_resolves_is_counted() -> None:
    [verdict] = judge(a_refund(100))
    assert verdict.outcome == Outcome.PERMIT
    found = answer(verdict, RuleId.EVD_1)
    assert found is not None
    assert found.numbers == {"cited": 2}


def test_one_id_that_does_not_resolve_denies_and_is_named() -> None:
    [verdict] = judge(a_refund(100, evidence_ids=["oms:order_total", "ship:s9", "ship:s8"]))
    assert verdict.outcome == Outcome.DENY
    found = answer(verdict, RuleId.EVD_2)
    assert found is not None
    assert found.reason == "evidence_unresolved"
    assert found.numbers == {"cited": 3, "unresolved": 2, "first": "ship:s8"}


def test_evidence_in_the_pack_that_this_tenant_cannot_resolve_is_denied() -> None:
    [verdict] = judge(a_refund(100), context=a_context(resolvable_evidence_ids=frozenset()))
    assert reason(verdict, RuleId.EVD_2) == ("deny", "evidence_unresolved")


@pytest.mark.parametrize("changes", [{"order_id": "O-2"}, {"tenant": "other"}])
def test_a_pack_of_another_order_or_tenant_is_denied(changes: dict[str, str]) -> None:
    [verdict] = judge(proposal=a_proposal(a_refund(100), **changes))
    assert reason(verdict, RuleId.EVD_2) == ("deny", "other_order")
    assert verdict.outcome == Outcome.DENY


@pytest.mark.parametrize(
    ("age", "expected", "hours"),
    [
        (timedelta(hours=-1), "evidence_fresh", 0),
        (timedelta(hours=23, minutes=1), "evidence_fresh", 24),
        (timedelta(hours=24), "evidence_fresh", 24),
        (timedelta(hours=24, microseconds=1), "reread_before_execution", 25),
    ],
)
def test_evidence_older_than_the_limit_is_to_be_read_again(
    age: timedelta, expected: str, hours: int
) -> None:
    [verdict] = judge(a_refund(100), pack=aged(a_pack(), age))
    found = answer(verdict, RuleId.EVD_3)
    assert found is not None
    assert (found.reason, found.outcome) == (expected, Outcome.PERMIT)
    assert found.numbers == {"hours": hours, "limit_hours": 24}
    assert verdict.outcome == Outcome.PERMIT


def test_the_oldest_cited_evidence_counts_and_uncited_evidence_does_not() -> None:
    pack = aged(a_pack(), timedelta(hours=30))
    pack.evidence["oms:order_total"] = evidence("oms:order_total")
    [both, fresh] = judge(a_mail(), a_mail(evidence_ids=["oms:order_total"]), pack=pack)
    assert reason(both, RuleId.EVD_3) == ("permit", "reread_before_execution")
    assert reason(fresh, RuleId.EVD_3) == ("permit", "evidence_fresh")


def test_ledger_evidence_has_no_age() -> None:
    context = a_context(resolvable_evidence_ids=frozenset({"ledger:4"}))
    [verdict] = judge(a_mail(evidence_ids=["ledger:4"]), context=context)
    assert answer(verdict, RuleId.EVD_3) is None
    assert verdict.outcome == Outcome.PERMIT


@pytest.mark.parametrize("field", [UNKNOWN, inference(value=True), fact("yes"), None])
def test_a_remedy_for_somebody_not_known_to_be_the_customer_needs_a_person(
    field: Field | None,
) -> None:
    pack = a_pack()
    pack.fields.pop("requester_matched")
    if field is not None:
        pack.fields["requester_matched"] = field
    refund, reship, mail = judge(
        a_refund(100), a_reship(cause="cancelled_not_returned"), a_mail(), pack=pack
    )
    assert reason(refund, RuleId.ID_1) == ("needs_approval", "requester_unknown")
    assert reason(reship, RuleId.ID_1) == ("needs_approval", "requester_unknown")
    assert answer(mail, RuleId.ID_1) is None
    assert refund.outcome == Outcome.NEEDS_APPROVAL
    assert mail.outcome == Outcome.PERMIT


@pytest.mark.parametrize("field", [fact(value=False), inference(value=False)])
def test_a_requester_who_is_not_the_customer_gets_neither_mail_nor_remedy(field: Field) -> None:
    pack = a_pack(fields={"requester_matched": field})
    refund, mail, person = judge(a_refund(100), a_mail(), a_person(), pack=pack)
    assert reason(refund, RuleId.ID_1) == ("deny", "requester_not_matched")
    assert reason(mail, RuleId.ID_1) == ("deny", "requester_not_matched")
    assert answer(person, RuleId.ID_1) is None


def test_a_matched_requester_is_permitted() -> None:
    [verdict] = judge(a_refund(100))
    assert reason(verdict, RuleId.ID_1) == ("permit", "requester_matched")
