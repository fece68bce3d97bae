"""Whose parcels make trouble."""

import pytest
from msgspec.structs import replace

from shopops.dashboard.questions.carriers import Carrier, by_carrier
from shopops.tenants.scope import tenant_scope
from tests.support.dashboards import (
    DOLLARS,
    ESCALATED,
    NOON_DAY,
    YEN,
    days,
    import_records,
    sample_shop,
)
from tests.support.deciding import REFUND, Deciding
from tests.support.reviewing import Reviewing

pytestmark = pytest.mark.django_db


def _carriers(room: Reviewing, *, zone: str = "UTC") -> list[Carrier]:
    with tenant_scope(room.shop.pk):
        return by_carrier(room.shop.pk, days(NOON_DAY, zone=zone))


def _carried_by(room: Reviewing, order_id: str, *carriers: str | None) -> None:
    """The order's parcels are these carriers' now; what was proposed stays as it is."""
    order = room.oms.orders[order_id]
    parcel = order.shipments[0]
    parcels = tuple(
        replace(parcel, id=f"s{place}", carrier=carrier, tracker_id=None)
        for place, carrier in enumerate(carriers, start=1)
    )
    import_records(room, replace(order, shipments=parcels, updated_at=room.now))


def test_orders_are_counted_under_their_carriers_by_what_was_found() -> None:
    room = sample_shop()
    rows = {row.name: row for row in _carriers(room)}
    assert rows == {"Fundy Post": Carrier("Fundy Post", orders=5, exceptions=4, escalated=1)}
    assert rows["Fundy Post"].others == 0


def test_an_order_of_two_carriers_counts_under_both_and_under_each_once() -> None:
    room = sample_shop(DOLLARS, YEN)
    _carried_by(room, DOLLARS, "Gull Express", "Fundy Post", "Fundy Post")
    assert _carriers(room) == [
        Carrier("Fundy Post", orders=2, exceptions=2, escalated=0),
        Carrier("Gull Express", orders=1, exceptions=1, escalated=0),
    ]


def test_a_tracker_that_names_its_order_tells_the_carrier_too() -> None:
    room = sample_shop(DOLLARS)
    tracker = room.oms.tracker_records["trk-1001"]
    _carried_by(room, DOLLARS, None)
    assert _carriers(room) == []
    named = replace(tracker, order_id=DOLLARS, carrier="Gull Express", updated_at=room.now)
    import_records(room, named)
    assert [row.name for row in _carriers(room)] == ["Gull Express"]


def test_an_order_counts_once_by_its_newest_revision() -> None:
    room = sample_shop(DOLLARS, ESCALATED)
    Deciding(room, DOLLARS).edit(amounts={REFUND: "100.00"})
    assert [row.orders for row in _carriers(room)] == [2]


def test_noon_in_london_is_no_part_of_the_day_before_in_chicago() -> None:
    room = sample_shop(DOLLARS)
    with tenant_scope(room.shop.pk):
        before = days(NOON_DAY.replace(day=NOON_DAY.day - 1))
        assert by_carrier(room.shop.pk, before) == []
    assert [row.orders for row in _carriers(room, zone="America/Chicago")] == [1]


def test_an_order_of_very_many_and_very_long_carriers_is_still_taken() -> None:
    room = sample_shop(DOLLARS)
    _carried_by(room, DOLLARS, *(f"{place:03}{'ü' * 250}" for place in range(100)))
    rows = _carriers(room)
    assert len(rows) == 5
    assert {len(row.name) for row in rows} == {60}
