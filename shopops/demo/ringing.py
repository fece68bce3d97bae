"""Alarms of the past: rung by an agent of the shop's own, answered signed in.

Ringing keeps the database's clock, so what is played here in seconds is told in seconds.
"""

from shopops.alarms import answers, broker
from shopops.alarms.asked import Asker
from shopops.alarms.given import GivenRecord
from shopops.alarms.identity import Obligation, RecordKind
from shopops.alarms.models import AlarmItem
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant

AGENT = Asker(skill="night-watch")


def ring(tenant: Tenant, order_id: str) -> None:
    """Once: nothing where it rang already, or where the order is settled."""
    for item in _items(tenant, order_id, (AlarmStatus.DUE_NEW,)):
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


def answer(tenant: Tenant, order_id: str, *, by: Membership) -> None:
    for item in _items(tenant, order_id, (AlarmStatus.RINGING,)):
        answers.acknowledge(confirmer=by, item_id=item.pk)


def _items(tenant: Tenant, order_id: str, statuses: tuple[AlarmStatus, ...]) -> list[AlarmItem]:
    found = AlarmItem.objects.of(tenant.pk).filter(order_id=order_id, status__in=statuses)
    return list(found.order_by("pk"))
