"""Who has approved, and how many it takes."""

from shopops.policy.rules import RuleId
from shopops.review.counted import counted
from shopops.review.detail.approvals import approvals
from shopops.review.models import Decision, DecisionKind
from shopops.tenants.models import Membership


def _approved_by(name: str, *needed: int) -> Decision:
    results = [{"rule": str(RuleId.APR_3), "numbers": {"needed": number}} for number in needed]
    other = {"rule": str(RuleId.APR_1), "numbers": {"needed": 9}}
    return Decision(
        kind=DecisionKind.APPROVE,
        membership=Membership(display_name=name),
        verdicts=[{"results": [other]}, {"results": results}],
    )


def test_the_first_of_two_is_named_with_how_many_it_takes() -> None:
    found = approvals([_approved_by("Tomasz", 2)])
    assert found is not None
    assert found.sentence == "1 of 2 people have approved: Tomasz."


def test_both_are_named_once_both_have_approved() -> None:
    found = approvals([_approved_by("Maya", 2), _approved_by("Tomasz", 2)])
    assert found is not None
    assert found.sentence == "2 of 2 people have approved: Maya and Tomasz."
    assert found.listed == "Maya and Tomasz"


def test_one_is_enough_where_no_rule_asks_for_more() -> None:
    found = approvals([_approved_by("Maya")])
    assert found is not None
    assert (found.needed, found.listed) == (1, "Maya")


def test_a_rejection_is_no_approval() -> None:
    rejected = Decision(kind=DecisionKind.REJECT, membership=Membership(display_name="Maya"))
    assert counted([rejected]) == []
    assert approvals([]) is None
