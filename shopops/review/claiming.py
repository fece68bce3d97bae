"""Taking an order to work on it, giving it back, and giving it to somebody.

None of this is on the ledger. A claim decides nothing about the customer or the money, it ends by
itself, and who decided is proved by the decision; deciding past somebody's claim is an
administrator's bypass, which the ledger does say. Who assigned an order stands in its row.
"""

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.review import settings
from shopops.review.claims import is_live
from shopops.review.config import ReviewConfig
from shopops.review.expiry import deciding_scope, is_over
from shopops.review.models import Claim, Presence
from shopops.review.refusals import (
    Lapsed,
    MayNotAssign,
    NoSuchOrder,
    NotAssignee,
    NotReviewer,
    NotWaiting,
    UnknownAssignee,
)
from shopops.review.statuses import UNSETTLED
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope


def claim(
    *, tenant_id: int, proposal_id: int, person: Membership, now: datetime | None = None
) -> Claim:
    """Take the order of this proposal, for as long as the shop's lease.

    A lease that is over is taken over; one's own begins anew, and stays without an end when it was
    assigned. Of two at once one has it. Raises `NotAssignee` with the name of who has it,
    `NotWaiting`, `Lapsed`, `NotReviewer` and `NoSuchOrder`.
    """
    now = now or timezone.now()
    with deciding_scope(tenant_id, now):
        person = _still(tenant_id, person, Role.REVIEWER)
        config = settings.current(tenant_id)
        row = _locked_row(_waiting(tenant_id, proposal_id, config, now), person, config, now)
        if row.holder_id != person.pk and is_live(row, now):
            raise NotAssignee(row.holder.display_name)
        if row.holder_id == person.pk and row.lease_until is None:
            return row
        return _give(row, holder=person, lease_until=_lease_end(config, now), now=now)


def release(
    *, tenant_id: int, proposal_id: int, person: Membership, now: datetime | None = None
) -> bool:
    """Give the order back; False: nobody had it. An administrator gives back anybody's."""
    now = now or timezone.now()
    with tenant_scope(tenant_id):
        person = _still(tenant_id, person, Role.REVIEWER)
        order_id = _proposal(tenant_id, proposal_id).order_id
        row = _of_order(tenant_id, order_id).select_for_update(of=("self",)).first()
        if row is None or not is_live(row, now):
            return False
        if row.holder_id != person.pk and not allows(person, Role.ADMIN):
            raise NotAssignee(row.holder.display_name)
        row.delete()
        return True


def assign(
    *,
    tenant_id: int,
    proposal_id: int,
    person: Membership,
    to: int,
    now: datetime | None = None,
) -> Claim:
    """An administrator gives the order to `to` (a membership's id), whoever has it, until it is
    given back. Raises `MayNotAssign`, and `UnknownAssignee` for who can't decide in this shop."""
    now = now or timezone.now()
    with deciding_scope(tenant_id, now):
        person = _still(tenant_id, person, Role.REVIEWER)
        if not allows(person, Role.ADMIN):
            raise MayNotAssign
        holder = next((one for one in assignable(tenant_id) if one.pk == to), None)
        if holder is None:
            raise UnknownAssignee
        config = settings.current(tenant_id)
        row = _locked_row(_waiting(tenant_id, proposal_id, config, now), holder, config, now)
        return _give(row, holder=holder, lease_until=None, now=now, assigned_by=person)


def heartbeat(
    *, tenant_id: int, proposal_id: int, person: Membership, now: datetime | None = None
) -> None:
    """This person has the order's page open. The own lease goes on; one that is over stays over."""
    now = now or timezone.now()
    with tenant_scope(tenant_id):
        person = _still(tenant_id, person, Role.VIEWER)
        order_id = _proposal(tenant_id, proposal_id).order_id
        Presence.objects.bulk_create(
            [Presence(tenant_id=tenant_id, order_id=order_id, person=person, seen_at=now)],
            update_conflicts=True,
            unique_fields=("tenant", "order_id", "person"),
            update_fields=("seen_at",),
        )
        until = _lease_end(settings.current(tenant_id), now)
        _of_order(tenant_id, order_id).filter(
            holder=person, lease_until__gt=now, lease_until__lt=until
        ).update(lease_until=until)


def leave(*, tenant_id: int, proposal_id: int, person: Membership) -> None:
    """This person closed the order's page. What they claimed stays theirs."""
    with tenant_scope(tenant_id):
        order_id = _proposal(tenant_id, proposal_id).order_id
        Presence.objects.of(tenant_id).filter(order_id=order_id, person=person).delete()


def assignable(tenant_id: int) -> QuerySet[Membership]:
    """Who may decide in this shop, by name. Inside the caller's scope."""
    members = Membership.objects.filter(
        tenant_id=tenant_id, active=True, role__in=(Role.REVIEWER, Role.ADMIN)
    )
    return members.order_by("display_name", "pk")


def _locked_row(
    proposal: Proposal, holder: Membership, config: ReviewConfig, now: datetime
) -> Claim:
    """The claim on the order, locked; a new one of `holder` if there was none.

    On a conflict nothing changes: that waits for who takes the order at this moment, and locks the
    row that came of it.
    """
    Claim.objects.bulk_create(
        [
            Claim(
                tenant_id=proposal.tenant_id,
                order_id=proposal.order_id,
                holder=holder,
                claimed_at=now,
                lease_until=_lease_end(config, now),
            )
        ],
        update_conflicts=True,
        unique_fields=("tenant", "order_id"),
        update_fields=("order_id",),
    )
    return _of_order(proposal.tenant_id, proposal.order_id).get()


def _give(
    row: Claim,
    *,
    holder: Membership,
    lease_until: datetime | None,
    now: datetime,
    assigned_by: Membership | None = None,
) -> Claim:
    row.holder, row.lease_until, row.assigned_by = holder, lease_until, assigned_by
    row.claimed_at = now
    row.save(update_fields=("holder", "lease_until", "assigned_by", "claimed_at"))
    return row


def _of_order(tenant_id: int, order_id: str) -> QuerySet[Claim]:
    return Claim.objects.of(tenant_id).filter(order_id=order_id).select_related("holder")


def _lease_end(config: ReviewConfig, now: datetime) -> datetime:
    return now + timedelta(minutes=config.claim_minutes)


def _waiting(tenant_id: int, proposal_id: int, config: ReviewConfig, now: datetime) -> Proposal:
    proposal = _proposal(tenant_id, proposal_id)
    if is_over(proposal, config.expire_hours, now):
        raise Lapsed(proposal.pk)
    if proposal.review_status not in UNSETTLED:
        raise NotWaiting
    return proposal


def _proposal(tenant_id: int, proposal_id: int) -> Proposal:
    """Another shop's looks like none."""
    found = Proposal.objects.of(tenant_id).filter(pk=proposal_id).first()
    if found is None:
        raise NoSuchOrder
    return found


def _still(tenant_id: int, person: Membership, least: Role) -> Membership:
    """As the roster has this person now."""
    found = Membership.objects.filter(tenant_id=tenant_id, pk=person.pk).first()
    if found is None or not allows(found, least):
        raise NotReviewer
    return found
