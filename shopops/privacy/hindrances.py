"""What has to come to an end before an order is erased. In the shop's scope."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Q
from msgspec import Struct

from shopops.alarms.models import AlarmItem
from shopops.alarms.states import OPEN
from shopops.connections.models import State as Connected
from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.privacy import refusals
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.models import Decision

WAITING = (ReviewStatus.UNJUDGED, ReviewStatus.PENDING, ReviewStatus.CHANGES_REQUESTED)
GOES_ON = (State.HELD, State.RUNNING, State.UNKNOWN)
# A note for the record of a shop that is not connected, or where nothing is carried out.
NOBODY_WRITES = Q(kind=EffectKind.NOTE, state=State.HELD) & (
    Q(next_at=None) | ~Q(connection__state=Connected.ACTIVE)
)


class Hindrance(Struct, frozen=True):
    """`pk`: of the proposal, the effect or the alarm item that `refusal` is about."""

    order_id: str
    refusal: type[refusals.PrivacyRefused]
    pk: int


def hindrances(tenant_id: int, order_ids: Collection[str], now: datetime) -> list[Hindrance]:
    return list(_found(tenant_id, order_ids, now))


def refuse_what_goes_on(tenant_id: int, order_ids: Collection[str], now: datetime) -> None:
    """Proposals and effects are locked first, as everybody does who acts on them."""
    ordered = Proposal.objects.of(tenant_id).filter(order_id__in=order_ids).order_by("pk")
    list(ordered.select_for_update(no_key=True).values_list("pk", flat=True))
    effects = Effect.objects.of(tenant_id).filter(order_id__in=order_ids).order_by("pk")
    list(effects.select_for_update(no_key=True).values_list("pk", flat=True))
    for found in _found(tenant_id, order_ids, now):
        raise found.refusal


def let_go_of_notes(tenant_id: int, order_ids: Collection[str], now: datetime) -> None:
    """What would be written into the shop's record one day, were it connected."""
    held = Effect.objects.of(tenant_id).filter(NOBODY_WRITES, order_id__in=order_ids)
    held.update(state=State.LET_GO, next_at=None, ended_at=now)


def _found(tenant_id: int, order_ids: Collection[str], now: datetime) -> Iterator[Hindrance]:
    proposals = Proposal.objects.of(tenant_id).filter(order_id__in=order_ids)
    for order_id, pk in proposals.filter(review_status__in=WAITING).values_list("order_id", "pk"):
        yield Hindrance(order_id, refusals.OrderWaits, pk)
    decided = Decision.objects.of(tenant_id).filter(proposal__in=proposals, final=True)
    undoable = decided.filter(undo_until__gt=now, undone_by=None)
    for order_id, pk in undoable.values_list("proposal__order_id", "proposal_id"):
        yield Hindrance(order_id, refusals.DecisionUndoable, pk)
    goes_on = Effect.objects.of(tenant_id).filter(order_id__in=order_ids, state__in=GOES_ON)
    for order_id, pk in goes_on.exclude(NOBODY_WRITES).values_list("order_id", "pk"):
        yield Hindrance(order_id, refusals.StepUnfinished, pk)
    items = AlarmItem.objects.of(tenant_id).filter(order_id__in=order_ids, status__in=sorted(OPEN))
    for order_id, pk in items.values_list("order_id", "pk"):
        yield Hindrance(order_id, refusals.AlarmOpen, pk)
