"""What teaching cases are put together from. All persons and addresses are made up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec

from shopops.agents.records import (
    Address,
    Amount,
    Channel,
    Customer,
    Line,
    Order,
    OrderState,
    Refund,
    Scan,
    Shipment,
    Tracker,
    TrackerStatus,
    Transaction,
    TransactionKind,
    TransactionStatus,
)

FIRST = 1001

INES = Customer(
    id="C-201",
    name="Ines Halloran",
    email="ines@example.com",
    phone="+1 902 555 0114",
    preferred_channel=Channel.EMAIL,
    opted_out=False,
    accepts_marketing=False,
)

# Canada has two languages, so none is guessed from it.
HALIFAX = Address(
    country="CA",
    name="Ines Halloran",
    lines=("14 Quay Street",),
    city="Halifax",
    region="NS",
    postcode="B3H 1A1",
)


@dataclass(frozen=True, slots=True)
class Case:
    """One order with its trackers. `teaches` says what it is there to show."""

    teaches: str
    order: Order
    trackers: tuple[Tracker, ...] = ()


def amount(minor: int, currency: str = "USD") -> Amount:
    return Amount(minor=minor, currency=currency)


def line(minor: int, title: str, currency: str = "USD", **more: Any) -> Line:
    usual = Line(id="l1", title=title, quantity=1, total=amount(minor, currency))
    return msgspec.structs.replace(usual, **more)


def paid(minor: int, currency: str = "USD", **more: Any) -> Transaction:
    usual = Transaction(
        id="t1",
        kind=TransactionKind.CAPTURE,
        status=TransactionStatus.SUCCEEDED,
        amount=amount(minor, currency),
        method="card",
    )
    return msgspec.structs.replace(usual, **more)


def refund(minor: int, currency: str = "USD", **more: Any) -> Refund:
    usual = Refund(
        id="r1",
        status=TransactionStatus.SUCCEEDED,
        amount=amount(minor, currency),
        transaction_id="t1",
    )
    return msgspec.structs.replace(usual, **more)


class Desk:
    """Makes records whose dates are relative to one `now`."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def ago(self, days: float) -> datetime:
        return self.now - timedelta(days=days)

    def order(self, order_id: str, minor: int = 12900, currency: str = "USD", **more: Any) -> Order:
        """A paid order of Ines's, one blanket, no parcel yet.

        Each number is placed an hour before the one below it: her orders are no duplicates.
        """
        number = order_id.removeprefix("O-")
        placed_at = self.ago(9) - timedelta(hours=int(number) - FIRST)
        usual = Order(
            id=order_id,
            number=number,
            placed_at=placed_at,
            state=OrderState.OPEN,
            total=amount(minor, currency),
            lines=(line(minor, "Wool blanket", currency),),
            customer=INES,
            ship_to=HALIFAX,
            ship_from_country="CA",
            transactions=(paid(minor, currency, created_at=placed_at),),
        )
        return msgspec.structs.replace(usual, **more)

    def parcel(self, tracker_id: str | None, **more: Any) -> Shipment:
        usual = Shipment(
            id="s1", tracker_id=tracker_id, carrier="Fundy Post", created_at=self.ago(8)
        )
        return msgspec.structs.replace(usual, **more)

    def tracker(
        self,
        tracker_id: str,
        status: TrackerStatus,
        *scans: tuple[TrackerStatus, float],
        **more: Any,
    ) -> Tracker:
        """`scans`: status and how many days ago; they become e1, e2, ..."""
        usual = Tracker(
            id=tracker_id,
            status=status,
            carrier="Fundy Post",
            code=f"FP{tracker_id}",
            created_at=self.ago(8),
            scans=tuple(
                Scan(id=f"e{number}", status=seen, at=self.ago(days))
                for number, (seen, days) in enumerate(scans, start=1)
            ),
        )
        return msgspec.structs.replace(usual, **more)
