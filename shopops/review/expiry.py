"""What nobody decided in time expires: by the system, and never as a rejection.

The clock says so, whether or not the task that marks it has come round yet: whoever comes to it
first, a person or the task, finds it over, and the same command marks it. Its alarm goes on
ringing, because nothing about the order was settled.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db.models import Exists, OuterRef

from shopops import ledger
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import settings
from shopops.review.models import Decision, DecisionKind
from shopops.review.refusals import Lapsed
from shopops.review.statuses import UNSETTLED
from shopops.tenants.scope import tenant_scope

BATCH = 200


@contextmanager
def deciding_scope(tenant_id: int, now: datetime) -> Iterator[None]:
    """A tenant scope for what people do to a proposal. A refusal takes back what the scope wrote;
    where it was refused because its time is over, that is put on record afterwards."""
    try:
        with tenant_scope(tenant_id):
            yield
    except Lapsed as refusal:
        mark_lapsed(refusal, tenant_id=tenant_id, now=now)
        raise


def mark_lapsed(refusal: Lapsed, *, tenant_id: int, now: datetime) -> None:
    """Outside of any scope. What the task has marked before is left as it is."""
    if refusal.proposal_id is not None:
        expire_due(tenant_id=tenant_id, now=now, proposal_id=refusal.proposal_id)


def expire_due(*, tenant_id: int, now: datetime, proposal_id: int | None = None) -> int:
    """How many expired, of all or of this one. Called twice, or twice at once, each expires once;
    what somebody is deciding at this moment is left to them."""
    expired = 0
    while True:
        with tenant_scope(tenant_id):
            hours = settings.current(tenant_id).expire_hours
            due = _due(tenant_id, now - timedelta(hours=hours), proposal_id)
            if not due:
                return expired
            mark_expired(due, hours=hours, now=now)
        expired += len(due)


def mark_expired(rows: Iterable[Proposal], *, hours: int, now: datetime) -> None:
    """All of one shop, locked, and over by the clock. Inside the caller's scope."""
    rows = list(rows)
    tenant_id = rows[0].tenant_id
    Proposal.objects.of(tenant_id).filter(pk__in=[row.pk for row in rows]).update(
        review_status=ReviewStatus.EXPIRED
    )
    ledger.append(tenant_id, [_event(row, hours, now) for row in rows])


def expires_at(proposal: Proposal, hours: int, decisions: Iterable[Decision] = ()) -> datetime:
    """When it expires if nobody decides, by the settings in force. A revision's age counts, not how
    long its order waits: new evidence is a new question. One whose decision was taken back has its
    time anew, so `decisions` are all that were taken on it."""
    undone = [one.decided_at for one in decisions if one.kind == DecisionKind.UNDO]
    return _end(proposal, max(undone, default=None), hours)


def over_since(
    proposal: Proposal, undone_at: datetime | None, hours: int, now: datetime
) -> datetime | None:
    """None: it does not wait, or its time is not over. `undone_at`: when the last decision on it
    was taken back."""
    end = _end(proposal, undone_at, hours)
    return end if proposal.review_status in UNSETTLED and end <= now else None


def is_over(
    proposal: Proposal, hours: int, now: datetime, decisions: Iterable[Decision] | None = None
) -> bool:
    """Whether it waits for somebody longer than it may. None: its decisions are looked up, where
    it is old enough for them to matter."""
    if proposal.review_status not in UNSETTLED or now < expires_at(proposal, hours):
        return False
    if decisions is None:
        decisions = Decision.objects.of(proposal.tenant_id).filter(proposal=proposal)
    return now >= expires_at(proposal, hours, decisions)


def _end(proposal: Proposal, undone_at: datetime | None, hours: int) -> datetime:
    return max(proposal.created_at, undone_at or proposal.created_at) + timedelta(hours=hours)


def _due(tenant_id: int, since: datetime, proposal_id: int | None) -> list[Proposal]:
    """As `is_over` says, for many."""
    reopened = Decision.objects.filter(
        proposal=OuterRef("pk"), kind=DecisionKind.UNDO, decided_at__gt=since
    )
    old = Proposal.objects.of(tenant_id).filter(review_status__in=UNSETTLED, created_at__lte=since)
    if proposal_id is not None:
        old = old.filter(pk=proposal_id)
    return list(
        old.exclude(Exists(reopened))
        .select_for_update(skip_locked=True)
        .order_by("created_at", "pk")[:BATCH]
    )


def _event(row: Proposal, hours: int, now: datetime) -> NewEvent:
    """A revision expires once, so what says so has one name."""
    name = sha256(f"expired:{row.tenant_id}:{row.pk}".encode()).digest()
    return NewEvent(
        kind=EventKind.DECISION,
        actor=ActorType.SYSTEM,
        occurred_at=now,
        event_id=UUID(bytes=name[:16], version=4),
        body={
            "order": row.order_id,
            "proposal": bytes(row.digest).hex(),
            "revision": row.revision,
            "decision": "expired",
            "final": False,
            "after_hours": hours,
            "thresholds_version": row.thresholds_version,
        },
    )
