"""What demo orders are put together from."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from shopops.agents.records import (
    Address,
    Amount,
    Customer,
    Line,
    Order,
    OrderState,
    Scan,
    Shipment,
    ShipmentLine,
    Tracker,
    TrackerStatus,
)
from shopops.agents.teaching.parts import Case, paid

WAREHOUSES = {"EUR": "NL"}  # orders in other currencies leave from Duluth
Stop = tuple[float, TrackerStatus, str | None]  # days ago, what was scanned, where


@dataclass(frozen=True, slots=True)
class Buyer:
    customer: Customer
    home: Address

    def but(self, **known: Any) -> "Buyer":
        """The same person, of whom other things are known."""
        return Buyer(replace(self.customer, **known), self.home)


@dataclass(frozen=True, slots=True)
class Arrival:
    """An order as it came in `hours` before the demo's now; `revision` 2 is news about it."""

    hours: float
    case: Case
    revision: int = 1

    @property
    def order_id(self) -> str:
        return self.case.order.id


@dataclass(frozen=True, slots=True)
class Way:
    """A parcel and what its carrier reports."""

    shipment: Shipment
    tracker: Tracker | None = None


class Till:
    """Writes orders down; every date is so many days before one `now`."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def ago(self, days: float) -> datetime:
        return self.now - timedelta(days=days)

    def order(
        self, number: int, *goods: Line, placed: float, by: Buyer, postage: int = 0, **more: Any
    ) -> Order:
        """Paid in one go and not sent yet, unless `more` says otherwise."""
        currency = goods[0].total.currency
        minor = sum(line.total.minor for line in goods) + postage
        usual = Order(
            id=f"O-{number}",
            placed_at=self.ago(placed),
            updated_at=self.ago(placed),
            state=OrderState.OPEN,
            total=Amount(minor=minor, currency=currency),
            lines=tuple(replace(line, id=f"l{place}") for place, line in enumerate(goods, start=1)),
            customer=by.customer,
            ship_to=by.home,
            ship_from_country=WAREHOUSES.get(currency, "US"),
            transactions=(paid(minor, currency, created_at=self.ago(placed)),),
        )
        return replace(usual, **more)

    def way(
        self,
        number: int | str,
        *stops: Stop,
        carrier: str = "USPS",
        eta: float | None = None,
        shipment: str = "s1",
        holds: tuple[ShipmentLine, ...] = (),
        **of_tracker: Any,
    ) -> Way:
        """A tracked parcel. The carrier's status is that of the last stop; `eta` in days ago."""
        begun = self.ago(stops[0][0])
        tracker = Tracker(
            id=f"trk-{number}",
            status=stops[-1][1],
            carrier=carrier,
            code=f"NL{number}US",
            created_at=begun,
            updated_at=self.ago(stops[-1][0]),
            est_delivery_at=None if eta is None else self.ago(eta),
            scans=tuple(self._scans(stops, after=0)),
        )
        parcel = Shipment(
            id=shipment, tracker_id=tracker.id, carrier=carrier, created_at=begun, lines=holds
        )
        return Way(parcel, replace(tracker, **of_tracker))

    def seen_again(self, tracker: Tracker, *stops: Stop) -> Tracker:
        """The tracker after further scans."""
        return replace(
            tracker,
            status=stops[-1][1],
            updated_at=self.ago(stops[-1][0]),
            scans=(*tracker.scans, *self._scans(stops, after=len(tracker.scans))),
        )

    def _scans(self, stops: tuple[Stop, ...], *, after: int) -> Iterator[Scan]:
        for place, (days, status, where) in enumerate(stops, start=after + 1):
            yield Scan(id=f"e{place}", status=status, at=self.ago(days), place=where)


def sent(teaches: str, order: Order, *ways: Way) -> Case:
    """The order with its parcels."""
    trackers = tuple(way.tracker for way in ways if way.tracker is not None)
    return Case(teaches, replace(order, shipments=tuple(way.shipment for way in ways)), trackers)
