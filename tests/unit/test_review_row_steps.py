"""What a row says of the steps that are proposed."""

from shopops.proposals.models import Proposal
from shopops.review.row_steps import forbidden, proposed

MAIL, DENIED_MAIL = "draft_email:permit", "draft_email:deny"
REFUND, DENIED_REFUND = "propose_refund:needs_approval", "propose_refund:deny"
RESHIP, PERSON = "propose_reship:permit", "await_human:needs_approval"


def test_the_remedies_that_policy_leaves_are_named_and_a_mail_only_alone() -> None:
    assert proposed([MAIL, RESHIP, REFUND]) == "send again / refund"
    assert proposed([MAIL, RESHIP, DENIED_REFUND]) == "send again"
    assert proposed([MAIL]) == "mail"
    assert proposed([]) == ""


def test_an_order_is_forbidden_where_policy_leaves_nothing_to_approve() -> None:
    whole, broken = Proposal(can_proceed=True), Proposal(can_proceed=False)
    assert forbidden(whole, [DENIED_MAIL, DENIED_REFUND])
    assert proposed([DENIED_MAIL, DENIED_REFUND]) == "refund"
    assert not forbidden(whole, [MAIL, DENIED_REFUND])
    assert not forbidden(whole, [PERSON])
    assert not forbidden(whole, [])
    assert not forbidden(broken, [DENIED_REFUND])
