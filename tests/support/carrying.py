"""A shop whose orders are connected to a double that really answers, and a clock to wait by."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from shopops.alarms.identity import Obligation
from shopops.alarms.models import AlarmItem
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.settings import sealed, writer_of
from shopops.connectors.ports import EffectKind, Writer
from shopops.execution.run import Tally, run_due
from shopops.ledger import EventKind
from shopops.outbox.models import Attempt, Effect
from shopops.proposals.models import Action
from shopops.tenants.managers import KeptQuerySet
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.deciding import Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing
from tests.support.shop_double import ShopDouble, open_shop_double

UNDO_IS_OVER = 12  # minutes after everything was judged


@dataclass
class Carrying:
    """`notes`: whether the notes on the shop's record are carried out and counted too."""

    room: Reviewing
    shop: ShopDouble
    clock: Clock
    connection: Connection
    notes: bool = False

    @property
    def writer(self) -> Writer:
        writer = writer_of(self.connection)
        assert writer is not None
        return writer

    def deciding(self, order: str) -> Deciding:
        return Deciding(self.room, order)

    def approve(self, order: str, *indexes: int, name: str = "Maya") -> None:
        """And wait until nobody can take it back any more."""
        decided_at = self.clock.now - self.room.now
        self.deciding(order).approve(*indexes, name=name, after=decided_at)
        self.clock.move(minutes=UNDO_IS_OVER)
        self._leave_notes()

    def run(self) -> Tally:
        self._leave_notes()
        return run_due(tenant=self.room.shop)

    def run_later(self, **by: float) -> Tally:
        self.clock.move(**by)
        return self.run()

    def effects(self, order: str = "") -> list[Effect]:
        rows = self.all_effects().order_by("pk")
        rows = rows if self.notes else rows.exclude(kind=EffectKind.NOTE)
        return list(rows.filter(order_id=order) if order else rows)

    def all_effects(self) -> KeptQuerySet[Effect]:
        return Effect.objects.of(self.room.shop.pk)

    def _leave_notes(self) -> None:
        if not self.notes:
            self.all_effects().filter(kind=EffectKind.NOTE).update(next_at=None)

    def effect(self, order: str = "") -> Effect:
        [found] = self.effects(order)
        return found

    def attempts(self) -> list[tuple[str, str]]:
        rows = Attempt.objects.of(self.room.shop.pk).order_by("pk")
        return list(rows.values_list("purpose", "outcome"))

    def told(self) -> list[dict[str, Any]]:
        with tenant_scope(self.room.shop.pk):
            return bodies_of_kind(self.room.shop.pk, EventKind.EXECUTION)

    def alarms(self) -> list[tuple[str, str]]:
        """What rings for what was not carried out: cause and status."""
        items = AlarmItem.objects.of(self.room.shop.pk).filter(obligation=Obligation.EXECUTION)
        return list(items.order_by("pk").values_list("cause", "status"))

    def refund_outside(self, order: str, minor: int, *, transaction: str = "t1") -> None:
        """Somebody sends money back in the shop's own admin; no webhook tells us."""
        currency = self.shop.books.orders[order]["total"]["currency"]
        amount = {"minor": minor, "currency": currency}
        self.shop.books.refund(order, transaction, amount, "by-hand")


def action_of(effect: Effect) -> Action:
    assert effect.action_id is not None
    return Action.objects.get(pk=effect.action_id)


@contextmanager
def carrying(
    orders: Sequence[str],
    *,
    folder: Path,
    clock: Clock,
    carries_out: CarriesOut = CarriesOut.APPROVED,
    honours_keys: bool = True,
    notes: bool = False,
    **numbers: Any,
) -> Iterator[Carrying]:
    room = reviewing(list(orders), now=clock.now, **numbers)
    with open_shop_double(folder, honours_keys=honours_keys) as shop:
        for order in room.oms.orders.values():
            shop.books.orders[order.id] = msgspec.json.decode(msgspec.json.encode(order))
        connection = connect(room, shop, carries_out=carries_out)
        yield Carrying(room, shop, clock, connection, notes)


def connect(room: Reviewing, shop: ShopDouble, *, carries_out: CarriesOut) -> Connection:
    with tenant_scope(room.shop.pk):
        return Connection.objects.create(
            tenant=room.shop,
            connector="generic",
            title="Own shop",
            settings_sealed=sealed(shop.settings),
            tested_at=room.now,
            carries_out=carries_out,
            carries_out_since=None if carries_out == CarriesOut.NOTHING else room.now,
        )
