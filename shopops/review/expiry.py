"""What nobody decided in time expires: by the system, and never as a rejection.

Its alarm goes on ringing, because nothing about the order was settled.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db.models import Exists, OuterRef

from shopops import ledger
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import settings
from shopops.review.models import Decision, DecisionKind
from shopops.tenants.scope import tenant_scope

BATCH = 200
WAITING = (ReviewStatus.PENDING.value, ReviewStatus.CHANGES_REQUESTED.value)


def expire_due(*, tenant_id: int, now: datetime) -> int:
    """How many expired. Called twice, or twice at once, each expires once; what somebody is
    deciding at this moment is left to them."""
    expired = 0
    while True:
        with tenant_scope(tenant_id):
            hours = settings.current(tenant_id).expire_hours
            due = _due(tenant_id, now - timedelta(hours=hours))
            if not due:
                return expired
            ids = [row.pk for row in due]
            Proposal.objects.of(tenant_id).filter(pk__in=ids).update(
                review_status=ReviewStatus.EXPIRED
            )
            ledger.append(tenant_id, [_event(row, hours, now) for row in due])
        expired += len(due)


def expires_at(proposal: Proposal, hours: int) -> datetime:
    """When it expires if nobody decides, by the settings in force."""
    return proposal.created_at + timedelta(hours=hours)


def _due(tenant_id: int, since: datetime) -> list[Proposal]:
    """A revision's age counts, not how long its order waits: new evidence is a new question. One
    whose decision was taken back has its time anew."""
    reopened = Decision.objects.filter(
        proposal=OuterRef("pk"), kind=DecisionKind.UNDO, decided_at__gt=since
    )
    old = Proposal.objects.of(tenant_id).filter(review_status__in=WAITING, created_at__lte=since)
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
