"""Newest wins by the source's own time; a late payload never takes its place."""

from datetime import UTC, datetime

import msgspec
import pytest

from shopops.agents.records import Order, Tracker
from shopops.connectors.held import Held, Incoming, Outcome
from tests.support.import_cases import as_bytes, shopops_order, shopops_tracker

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 3, tzinfo=UTC)


def incoming(updated_at: datetime | None, note: str = "", source: str = "shopops") -> Incoming:
    order = msgspec.convert(shopops_order(), Order)
    order = msgspec.structs.replace(order, updated_at=updated_at)
    return Incoming(record=order, raw=as_bytes([str(updated_at), note]), source=source)


def held_after(item: Incoming) -> Held:
    state = Held(source="shopops", salt=b"s" * 16)
    assert state.take(item, seen=False) is Outcome.CREATED
    return state


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (MONDAY, TUESDAY, Outcome.UPDATED),
        (TUESDAY, MONDAY, Outcome.OLDER),
        (MONDAY, MONDAY, Outcome.UPDATED),
        (None, None, Outcome.UPDATED),
        (None, MONDAY, Outcome.UPDATED),
        (MONDAY, None, Outcome.UPDATED),
    ],
)
def test_the_sources_own_time_decides_and_else_the_one_received_later(
    first: datetime | None, second: datetime | None, outcome: Outcome
) -> None:
    state = held_after(incoming(first, "first"))
    assert state.take(incoming(second, "second"), seen=False) is outcome


def test_the_same_bytes_are_unchanged() -> None:
    item = incoming(MONDAY)
    assert held_after(item).take(item, seen=True) is Outcome.UNCHANGED


def test_of_two_payloads_of_one_instant_the_one_seen_before_is_not_news() -> None:
    state = held_after(incoming(MONDAY, "first"))
    assert state.take(incoming(MONDAY, "second"), seen=False) is Outcome.UPDATED
    assert state.take(incoming(MONDAY, "first"), seen=True) is Outcome.OLDER


def test_a_payload_without_a_time_does_not_open_the_door_to_late_ones() -> None:
    state = held_after(incoming(TUESDAY))
    assert state.take(incoming(None), seen=False) is Outcome.UPDATED
    assert state.take(incoming(MONDAY), seen=False) is Outcome.OLDER


def test_another_source_cannot_take_an_id_over() -> None:
    state = held_after(incoming(MONDAY))
    assert state.take(incoming(TUESDAY, source="shopify"), seen=False) is Outcome.REFUSED


def test_the_date_of_creation_is_frozen_once_known() -> None:
    item = incoming(MONDAY)
    state = held_after(item)
    frozen = state.authored_at
    moved = msgspec.structs.replace(item.record, placed_at=TUESDAY, updated_at=TUESDAY)
    state.take(Incoming(record=moved, raw=b"moved", source="shopops"), seen=False)
    assert frozen is not None
    assert state.authored_at == frozen


def parcel(status: str, updated_at: datetime | None = None, scanned: bool = False) -> Incoming:
    scans = shopops_tracker()["scans"] if scanned else []
    at = updated_at.isoformat() if updated_at else None
    said = shopops_tracker(status=status, updated_at=at, scans=scans)
    return Incoming(record=msgspec.convert(said, Tracker), raw=as_bytes(said), source="shopops")


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (parcel("delivered"), parcel("in_transit"), Outcome.OLDER),
        (parcel("delivered", MONDAY), parcel("in_transit"), Outcome.OLDER),
        (parcel("delivered", MONDAY), parcel("in_transit", MONDAY), Outcome.OLDER),
        (parcel("delivered", TUESDAY), parcel("in_transit", scanned=True), Outcome.OLDER),
        (parcel("delivered"), parcel("returned"), Outcome.UPDATED),
        (parcel("in_transit"), parcel("delivered"), Outcome.UPDATED),
        # The carrier itself says later that it was not.
        (parcel("delivered", MONDAY), parcel("in_transit", TUESDAY), Outcome.UPDATED),
    ],
)
def test_a_late_event_does_not_take_a_delivery_back(
    first: Incoming, second: Incoming, outcome: Outcome
) -> None:
    assert held_after(first).take(second, seen=False) is outcome
