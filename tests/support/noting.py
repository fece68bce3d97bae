"""A shop with alarms that somebody acknowledges, connected to a double that keeps notes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shopops.alarms.states import AlarmStatus
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.settings import sealed
from shopops.connectors.ports import EffectKind
from shopops.execution.run import run_due
from shopops.ledger import Entry, EventKind
from shopops.outbox.models import Effect
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.shop_double import ShopDouble, open_shop_double

ORDERS = ("O-1", "O-2")
Lines = dict[str, str]


@dataclass
class Noting:
    alarms: AlarmShop
    shop: ShopDouble
    clock: Clock
    connection: Connection

    def acknowledge(self, order: str = "O-1", name: str = "Maya") -> None:
        """What rings. Nothing is written to the shop yet."""
        self.alarms.acknowledge(order, name)

    def run(self) -> None:
        run_due(tenant=self.alarms.tenant)

    def effects(self) -> list[Effect]:
        rows = Effect.objects.of(self.alarms.tenant.pk).filter(kind=EffectKind.NOTE)
        return list(rows.order_by("pk"))

    def effect(self) -> Effect:
        [found] = self.effects()
        return found

    def acknowledgment(self, order: str = "O-1") -> Entry:
        """The newest."""
        entries = self.alarms.entries(order)
        return [one for one in entries if one.kind is EventKind.ACKNOWLEDGED][-1]

    def on_record(self, order: str = "O-1") -> dict[str, Lines]:
        """What the order's page in the shop shows, by the notes' codes."""
        return {one["code"]: lines_of(one) for one in self.shop.books.notes_of(order)}

    def change(self, order: str = "O-1", **lines: str) -> None:
        """Somebody of the shop writes over lines of the first note."""
        first = self.shop.books.notes_of(order)[0]
        said = lines_of(first) | {name.replace("_", " "): text for name, text in lines.items()}
        self.put(order, first["id"], first["code"], said)

    def put(self, order: str, note_id: str, code: str, said: Lines) -> None:
        """A note that nobody of us wrote, or that somebody changed."""
        told = [{"name": name, "text": text} for name, text in said.items()]
        note = {"id": note_id, "code": code, "lines": told, "order": order}
        self.shop.books.by_hand.append(note)


def lines_of(note: dict[str, Any]) -> Lines:
    return {line["name"]: line["text"] for line in note["lines"]}


@contextmanager
def noting(
    folder: Path, clock: Clock, *, carries_out: CarriesOut = CarriesOut.APPROVED
) -> Iterator[Noting]:
    alarms = alarm_shop(clock, *ORDERS)
    for order in ORDERS:
        alarms.reach(AlarmStatus.RINGING, order)
    with open_shop_double(folder) as shop:
        shop.books.orders |= {order: {"id": order} for order in ORDERS}
        with tenant_scope(alarms.tenant.pk):
            connection = Connection.objects.create(
                tenant=alarms.tenant,
                connector="generic",
                title="Own shop",
                settings_sealed=sealed(shop.settings),
                tested_at=clock.now,
                carries_out=carries_out,
                carries_out_since=None if carries_out == CarriesOut.NOTHING else clock.now,
            )
        yield Noting(alarms, shop, clock, connection)
