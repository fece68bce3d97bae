"""Missing notes that somebody had written again since the last look, which still shows them."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Q

from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.writeback.expecting import wanted_of

Named = tuple[str, str]  # an order's id and a note's code
GOES_ON = (State.HELD, State.RUNNING, State.UNKNOWN)


def written_again(
    tenant_id: int, orders: Collection[str], *, looked_at: datetime, now: datetime
) -> dict[Named, datetime | None]:
    """When; None: it is not there yet. In the tenant's scope."""
    since = Q(state=State.SUCCEEDED, ended_at__gte=looked_at) | Q(state__in=GOES_ON)
    rows = Effect.objects.of(tenant_id).filter(since, kind=EffectKind.NOTE, order_id__in=orders)
    asked = rows.exclude(run_by=None).exclude(connection=None).select_related("connection")
    return dict(one for effect in asked.order_by("pk") for one in _named(effect, now))


def _named(effect: Effect, now: datetime) -> Iterator[tuple[Named, datetime | None]]:
    """A note's code follows from the ledger."""
    if effect.connection is None:
        return
    for one in wanted_of(effect.tenant_id, effect.order_id, effect.connection, now):
        if one.event_id == effect.event_id:
            yield (effect.order_id, one.note.code), effect.ended_at
