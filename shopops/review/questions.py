"""Asking for information, and taking the question back. Neither settles anything.

What was asked comes back by itself when the order's evidence changes: that makes a new revision.
"""

from datetime import datetime

from django.utils import timezone

from shopops.proposals.models import ReviewStatus
from shopops.review.case import open_case
from shopops.review.decisions import Decided
from shopops.review.expiry import deciding_scope
from shopops.review.models import DecisionKind
from shopops.review.reasons import required, short
from shopops.review.recording import Ruling, record
from shopops.tenants.models import Membership


def respond(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    question: str,
    now: datetime | None = None,
) -> Decided:
    """Nobody can decide before this is known. The question is required."""
    text = required(question)
    ruling = Ruling(DecisionKind.RESPOND, final=False, reason=text)
    return _stepped(tenant_id, handle, reviewer, now, ruling, ReviewStatus.PENDING)


def take_back(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    answer: str = "",
    now: datetime | None = None,
) -> Decided:
    """Anybody who may decide takes a question back, with the answer if there is one."""
    ruling = Ruling(DecisionKind.TAKE_BACK, final=False, reason=short(answer))
    return _stepped(tenant_id, handle, reviewer, now, ruling, ReviewStatus.CHANGES_REQUESTED)


def _stepped(
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    now: datetime | None,
    ruling: Ruling,
    status: ReviewStatus,
) -> Decided:
    now = now or timezone.now()
    with deciding_scope(tenant_id, now):
        case = open_case(
            tenant_id=tenant_id,
            handle=handle,
            reviewer=reviewer,
            now=now,
            statuses=(status,),
        )
        record(case, ruling)
    return Decided(case.proposal.pk, case.proposal.order_number, ruling.kind, final=False)
