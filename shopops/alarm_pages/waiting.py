"""Resolving an item whose order waits for a decision decides the order too, in one transaction."""

from functools import partial

from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarms import answers
from shopops.alarms.identity import Obligation
from shopops.alarms.models import AlarmItem
from shopops.alarms.models.items import IS_OPEN, IS_PROPOSED
from shopops.proposals.models import Proposal
from shopops.review import settings
from shopops.review.decisions import handle_outside, mint_handle, reject, waits_for_person
from shopops.review.expiry import is_over
from shopops.review.models import DecisionKind, Outcome
from shopops.review.refusals import Stale
from shopops.review.statuses import UNSETTLED
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


class Closing(Struct, frozen=True, kw_only=True):
    """What else resolving does. `proposal_id`: the one that waits; None: nothing does, and only
    the item is closed. `newest_id`: the order's newest, for a link."""

    newest_id: int | None = None
    proposal_id: int | None = None
    decision: DecisionKind | None = None

    @property
    def words(self) -> str:
        if self.decision is DecisionKind.HANDLED_OUTSIDE:
            return gettext("The order waits for a person: it is recorded as handled outside too.")
        if self.decision is DecisionKind.REJECT:
            return gettext("The order’s proposal waits for a decision: it is rejected too.")
        return ""


def closing_of(item: AlarmItem) -> Closing:
    """In a tenant scope."""
    found = Proposal.objects.of(item.tenant_id).filter(order_id=item.order_id)
    newest = found.order_by("-revision").first()
    if newest is None:
        return Closing()
    if not _can_be_decided(newest) or not _asked_for(item):
        return Closing(newest_id=newest.pk)
    kinds = newest.actions.values_list("kind", flat=True)
    by_person = waits_for_person(newest.track, kinds)
    return Closing(
        newest_id=newest.pk,
        proposal_id=newest.pk,
        decision=DecisionKind.HANDLED_OUTSIDE if by_person else DecisionKind.REJECT,
    )


def resolve(*, by: Membership, item_id: int, reason: str, seen: int | None) -> None:
    """Both sides close, or neither. `seen`: the proposal that the person was told of. Raises
    `Refused`, and what a decision raises: `Stale` when another one waits by now."""
    with tenant_scope(by.tenant_id):
        item = AlarmItem.objects.of(by.tenant_id).get(pk=item_id)
        closing = closing_of(item)
        if closing.proposal_id not in (None, seen):
            raise Stale([], order_id=item.order_id, replaced_by=closing.proposal_id)
        if closing.proposal_id is None or not reason.strip():
            handle = ""  # without a reason the item's own door refuses, and keeps that
        else:
            proposal = Proposal.objects.of(by.tenant_id).get(pk=closing.proposal_id)
            handle = mint_handle(proposal=proposal, reviewer=by, now=timezone.now())
    if not handle:
        answers.resolve(by=by, item_id=item_id, reason=reason)
        return
    decide = reject
    if closing.decision is DecisionKind.HANDLED_OUTSIDE:
        decide = partial(handle_outside, outcome=Outcome.OTHER)
    decide(tenant_id=by.tenant_id, handle=handle, reviewer=by, reason=reason)


def _can_be_decided(proposal: Proposal) -> bool:
    hours = settings.current(proposal.tenant_id).expire_hours
    return proposal.review_status in UNSETTLED and not is_over(proposal, hours, timezone.now())


def _asked_for(item: AlarmItem) -> bool:
    """Whether it is open and the order's proposal has asked for it: then deciding that settles
    it. From a page that is behind, what is closed meanwhile must not decide what came after it."""
    if item.obligation == Obligation.EXECUTION:
        return False
    return AlarmItem.objects.of(item.tenant_id).filter(IS_OPEN, IS_PROPOSED, pk=item.pk).exists()
