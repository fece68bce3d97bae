"""EasyPost: trackers by their own id, statuses by EasyPost's list, times by the carrier."""

from datetime import UTC, datetime
from typing import Any

import pytest

from shopops.agents.records import TrackerStatus
from shopops.connectors.easypost.trackers import parse
from tests.support.import_cases import Payload, easypost_tracker, refusal


def test_a_tracker_is_read_with_the_place_of_each_member() -> None:
    found = parse(easypost_tracker())
    tracker = found.record
    assert (tracker.id, tracker.source, tracker.code) == ("trk_1", "easypost", "PW 1")
    assert tracker.status is TrackerStatus.IN_TRANSIT
    assert tracker.est_delivery_at == datetime(2026, 3, 5, tzinfo=UTC)
    assert tracker.order_id is None
    (scan,) = tracker.scans
    assert (scan.id, scan.at) == ("1", datetime(2026, 3, 2, 12, tzinfo=UTC))
    assert (scan.message, scan.place) == ("Sorted", "Kiel, DE")
    assert found.paths["scans[0]"] == "$.tracking_details[0]"
    assert found.paths["est_delivery_at"] == "$.est_delivery_date"


def test_wrapped_trackers_keep_the_place_in_what_was_received() -> None:
    event = {"object": "Event", "description": "tracker.updated", "result": easypost_tracker()}
    assert parse(event).paths["status"] == "$.result.status"
    assert parse({"tracker": easypost_tracker()}).paths["status"] == "$.tracker.status"


def test_one_code_used_twice_is_two_trackers() -> None:
    again = easypost_tracker(id="trk_2")
    assert parse(easypost_tracker()).record.id != parse(again).record.id
    assert parse(easypost_tracker()).record.code == parse(again).record.code


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("unknown", TrackerStatus.UNKNOWN),
        ("error", TrackerStatus.UNKNOWN),
        ("pre_transit", TrackerStatus.PRE_TRANSIT),
        ("in_transit", TrackerStatus.IN_TRANSIT),
        ("out_for_delivery", TrackerStatus.OUT_FOR_DELIVERY),
        ("available_for_pickup", TrackerStatus.AVAILABLE_FOR_PICKUP),
        ("delivered", TrackerStatus.DELIVERED),
        ("return_to_sender", TrackerStatus.RETURN_TO_SENDER),
        ("failure", TrackerStatus.FAILURE),
        ("cancelled", TrackerStatus.CANCELLED),
    ],
)
def test_each_status_has_its_word(status: str, expected: TrackerStatus) -> None:
    assert parse(easypost_tracker(status=status)).record.status is expected


def test_a_returning_parcel_is_never_delivered_to_the_customer() -> None:
    back = easypost_tracker(status="delivered", is_return=True)
    assert parse(back).record.status is TrackerStatus.RETURNED


def test_countries_are_read_where_the_carrier_tells_them() -> None:
    detail = {
        "origin_tracking_location": {"country": "DE"},
        "destination_tracking_location": None,
    }
    tracker = parse(easypost_tracker(carrier_detail=detail)).record
    assert (tracker.origin_country, tracker.destination_country) == ("DE", None)


def detail(**changes: Any) -> list[Payload]:
    scan = {"status": "in_transit", "datetime": "2026-03-02T12:00:00Z"}
    return [{**scan, **changes}]


@pytest.mark.parametrize(
    ("payload", "code", "path"),
    [
        (easypost_tracker(status="lost"), "unknown_word", "$.status"),
        (easypost_tracker(status=None), "missing", "$.status"),
        (easypost_tracker(id=None), "missing", "$.id"),
        (easypost_tracker(created_at="2026-03-01T12:00:00"), "naive_time", "$.created_at"),
        (
            easypost_tracker(tracking_details=detail(datetime="2026-03-02T12:00:00")),
            "naive_time",
            "$.tracking_details[0].datetime",
        ),
        (
            easypost_tracker(tracking_details=detail(datetime=None)),
            "missing",
            "$.tracking_details[0].datetime",
        ),
        (
            easypost_tracker(tracking_details=detail(status="sorted")),
            "unknown_word",
            "$.tracking_details[0].status",
        ),
        ({"object": "Event", "result": {"object": "Batch", "id": "b"}}, "wrong_type", "$.result"),
        ({"object": "Event", "result": None}, "missing", "$.result"),
        (7, "wrong_type", "$"),
    ],
)
def test_what_cannot_be_read_for_certain_is_refused(payload: Any, code: str, path: str) -> None:
    assert refusal(lambda: parse(payload)) == (code, path)
