"""Alarms of the past: rung by an agent of the shop's own, answered signed in.

Ringing keeps the database's clock: only where that is set back (`demo.clock`) do the hours of the
script count. Elsewhere what is played in seconds is told in seconds.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from shopops.alarms import answers, broker, numbers
from shopops.alarms.asked import Asker
from shopops.alarms.fold import view
from shopops.alarms.given import GivenRecord
from shopops.alarms.identity import Obligation, RecordKind
from shopops.alarms.models import AlarmItem
from shopops.alarms.projection import story_of
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope

AGENT = Asker(skill="night-watch")
TOLD = (AlarmStatus.RINGING, AlarmStatus.DUE_AGAIN)
Wanted = Callable[[AlarmState, datetime], bool]


def ring(tenant: Tenant, order_id: str) -> None:
    """Nothing where it rang just now, or where the order is settled."""
    for item in _items(tenant, order_id, _is_due):
        if item.authored_at is None:
            raise AssertionError("an item of our own has a date")
        record = GivenRecord(
            source=item.record_source,
            kind=RecordKind(item.record_kind),
            ids=tuple(part for part in item.record_ids if part is not None),
            authored_on=item.authored_at.date(),
            obligation=Obligation(item.obligation),
        )
        derived = broker.derive(
            tenant=tenant, event_kind=EventKind.RAISED, asker=AGENT, record=record
        )
        broker.append_event(tenant_id=tenant.pk, handle=derived.handle, asker=AGENT)


def answer(tenant: Tenant, order_id: str, *, by: Membership, quiet: timedelta) -> None:
    """Quiet for that long, or for as long as the shop allows."""
    with tenant_scope(tenant.pk):
        config, now = numbers.current_and_now(tenant.pk)
    longest = timedelta(minutes=config.snooze_max_minutes)
    for item in _items(tenant, order_id, _was_told):
        answers.acknowledge(confirmer=by, item_id=item.pk, until=now + min(quiet, longest))


def _is_due(state: AlarmState, now: datetime) -> bool:
    return state.is_open and state.send_at is not None and state.send_at <= now


def _was_told(state: AlarmState, now: datetime) -> bool:
    return state.status in TOLD and bool(state.rings)


def _items(tenant: Tenant, order_id: str, wanted: Wanted) -> list[AlarmItem]:
    """Of the order, as they are at this moment."""
    with tenant_scope(tenant.pk):
        config, now = numbers.current_and_now(tenant.pk)
        found = list(AlarmItem.objects.of(tenant.pk).filter(order_id=order_id).order_by("pk"))
    return [one for one in found if wanted(view(story_of(one), now=now, config=config), now)]
