"""A shop with an order in trouble, and its alarm item brought into any state by real commands."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from shopops.agents.canonical import canonical_json
from shopops.agents.records import (
    Amount,
    Line,
    Order,
    Shipment,
    Transaction,
    TransactionKind,
    TransactionStatus,
)
from shopops.alarms import answers, broker
from shopops.alarms.asked import Asker, Written
from shopops.alarms.config import AlarmConfig, EscalationStep
from shopops.alarms.given import GivenRecord
from shopops.alarms.identity import Obligation, RecordKind
from shopops.alarms.models import AlarmItem, AlarmRefusal
from shopops.alarms.numbers import save_config
from shopops.alarms.states import AlarmStatus
from shopops.connectors.store import Incoming, upsert
from shopops.ledger import Entry, EventKind, entries_of_items
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pipeline import hire, open_shop

MADE = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
CONFIG = AlarmConfig(
    interval_minutes=60,
    snooze_default_minutes=30,
    snooze_max_minutes=240,
    hand_off_max_minutes=480,
    ring_after_minutes=120,
    escalation=(EscalationStep(step=0, rings=1), EscalationStep(step=1, rings=2)),
)
AGENT = Asker(skill="night-watch")
S = AlarmStatus


def an_order(order_id: str, **more: Any) -> Order:
    paid = Amount(minor=12900, currency="USD")
    parts: dict[str, Any] = {
        "placed_at": MADE,
        "state": "open",
        "total": paid,
        "lines": (Line(id="l1", title="Lamp", quantity=1, total=paid),),
        "shipments": (Shipment(id="s1", created_at=MADE),),
        "transactions": (
            Transaction(
                id="t1",
                kind=TransactionKind.CAPTURE,
                status=TransactionStatus.SUCCEEDED,
                amount=paid,
                created_at=MADE,
            ),
        ),
    }
    return Order(id=order_id, **parts | more)


def import_orders(tenant: Tenant, *orders: Order) -> None:
    incoming = [
        Incoming(record=order, raw=canonical_json(order), source=order.source) for order in orders
    ]
    with tenant_scope(tenant.pk):
        upsert(tenant.pk, incoming, MADE)


def the_record(order_id: str = "O-1", **more: Any) -> GivenRecord:
    """The order's own duty to be reviewed."""
    parts: dict[str, Any] = {
        "source": "shopops",
        "kind": RecordKind.ORDER,
        "ids": (order_id,),
        "authored_on": MADE.date(),
        "obligation": Obligation.REVIEW,
    }
    return GivenRecord(**parts | more)


@dataclass
class AlarmShop:
    """`clock` stands still; every step that needs time moves it."""

    tenant: Tenant
    clock: Clock
    people: dict[str, Membership] = field(default_factory=dict)

    def person(self, name: str = "Maya") -> Membership:
        if name not in self.people:
            self.people[name] = hire(self.tenant, name, Role.REVIEWER)
        return self.people[name]

    def derive(
        self, kind: EventKind, order_id: str = "O-1", asker: Asker = AGENT, **more: Any
    ) -> broker.Derived:
        return broker.derive(
            tenant=self.tenant,
            event_kind=kind,
            asker=asker,
            record=the_record(order_id, **more),
        )

    def append(self, handle: str, asker: Asker = AGENT, **more: Any) -> Written:
        return broker.append_event(tenant_id=self.tenant.pk, handle=handle, asker=asker, **more)

    def do(self, kind: EventKind, order_id: str = "O-1", **more: Any) -> Written:
        """Derive and append."""
        return self.append(self.derive(kind, order_id).handle, **more)

    def item(self, order_id: str = "O-1") -> AlarmItem:
        return AlarmItem.objects.of(self.tenant.pk).get(order_id=order_id)

    def entries(self, order_id: str = "O-1") -> list[Entry]:
        key = bytes(self.item(order_id).item_key)
        with tenant_scope(self.tenant.pk):
            return entries_of_items(self.tenant.pk, [key])[key]

    def kinds(self, order_id: str = "O-1") -> list[EventKind]:
        return [entry.kind for entry in self.entries(order_id)]

    def refusals(self) -> list[tuple[str, str]]:
        """Code and kind of what was refused, oldest first."""
        rows = AlarmRefusal.objects.of(self.tenant.pk).order_by("id")
        return list(rows.values_list("code", "kind"))

    def reach(self, status: AlarmStatus, order_id: str = "O-1") -> AlarmItem:
        """Bring the order's item into this state."""
        if status is not S.NONE:
            self.do(EventKind.OBSERVED, order_id)
            REACH[status](self, order_id)
        else:
            self.derive(EventKind.OBSERVED, order_id)
        return self.item(order_id)

    def ring(self, order_id: str = "O-1") -> Written:
        return self.do(EventKind.RAISED, order_id)

    def acknowledge(self, order_id: str = "O-1", name: str = "Maya", **more: Any) -> Written:
        return answers.acknowledge(
            confirmer=self.person(name), item_id=self.item(order_id).pk, **more
        )

    def hand_off(self, order_id: str = "O-1", to: str = "Per", **more: Any) -> Written:
        fields: dict[str, Any] = {"until": self.clock.now + timedelta(hours=2)} | more
        return answers.hand_off(
            by=self.person(), item_id=self.item(order_id).pk, holder=self.person(to), **fields
        )

    def resolve(self, order_id: str = "O-1", **more: Any) -> Written:
        return answers.resolve(
            by=self.person(), item_id=self.item(order_id).pk, reason="Refunded by hand", **more
        )


def _rung(shop: AlarmShop, order_id: str) -> None:
    shop.ring(order_id)


def _snoozed(shop: AlarmShop, order_id: str) -> None:
    shop.ring(order_id)
    shop.acknowledge(order_id)


def _handed_off(shop: AlarmShop, order_id: str) -> None:
    shop.ring(order_id)
    shop.hand_off(order_id)


def _due_again(shop: AlarmShop, order_id: str) -> None:
    shop.ring(order_id)
    shop.clock.move(minutes=CONFIG.interval_minutes)


def _resolved(shop: AlarmShop, order_id: str) -> None:
    shop.ring(order_id)
    shop.resolve(order_id)


REACH: dict[AlarmStatus, Callable[[AlarmShop, str], None]] = {
    S.DUE_NEW: lambda shop, order_id: None,
    S.RINGING: _rung,
    S.SNOOZED: _snoozed,
    S.HANDED_OFF: _handed_off,
    S.DUE_AGAIN: _due_again,
    S.RESOLVED: _resolved,
}


def alarm_shop(clock: Clock, *order_ids: str, slug: str = "store_northline") -> AlarmShop:
    tenant = open_shop(slug)
    import_orders(tenant, *(an_order(order_id) for order_id in order_ids or ("O-1",)))
    with tenant_scope(tenant.pk):
        save_config(tenant_id=tenant.pk, config=CONFIG, reason="test", author=None)
    return AlarmShop(tenant, clock)
