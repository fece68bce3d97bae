"""Building packs in tests: one instant, one desk, and the order at hand."""

from datetime import UTC, datetime, timedelta
from typing import Any

from shopops.agents.facts import Field, Pack, Parcel
from shopops.agents.fakes import FakeOms
from shopops.agents.intake import IntakeAgent
from shopops.agents.records import Order, Scan, Tracker, TrackerStatus
from shopops.agents.teaching.parts import Desk
from shopops.agents.thresholds import Thresholds

NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)  # a Wednesday
DESK = Desk(NOW)
SECOND = timedelta(seconds=1)


def build(
    order: Order,
    *trackers: Tracker,
    now: datetime = NOW,
    thresholds: Thresholds | None = None,
    beside: tuple[Order, ...] = (),
) -> Pack:
    """The pack of `order` in a shop that holds nothing else but `beside`."""
    oms = FakeOms(NOW, cases=())
    for other in beside:
        oms.add(other)
    oms.add(order, *trackers)
    agent = IntakeAgent(oms=oms, thresholds=thresholds, now=lambda: now)
    return agent.build(order.id, "store_northline")


def an_order(**more: Any) -> Order:
    return DESK.order("O-2001", **more)


def tracked(
    status: TrackerStatus,
    *scans: tuple[TrackerStatus, datetime],
    now: datetime = NOW,
    thresholds: Thresholds | None = None,
    of_order: dict[str, Any] | None = None,
    **of_tracker: Any,
) -> Parcel:
    """The judged parcel of an order whose one tracker says this. `scans`: status and instant."""
    order = an_order(shipments=(DESK.parcel("trk", created_at=None),), **(of_order or {}))
    tracker = Tracker(
        id="trk",
        status=status,
        carrier=None,
        code=None,
        scans=tuple(
            Scan(id=f"e{number}", status=seen, at=at)
            for number, (seen, at) in enumerate(scans, start=1)
        ),
        **{"created_at": None, **of_tracker},
    )
    return build(order, tracker, now=now, thresholds=thresholds).parcels[0]


def read(field: Field) -> tuple[str, object, float | None, str]:
    """A field without its evidence: kind, value, confidence, reason."""
    return field.kind.value, field.value, field.confidence, field.reason
