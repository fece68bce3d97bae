"""What the carrier's status and our clock say about one parcel: each reason at its limit."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from shopops.agents.records import TrackerStatus as S
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import NOW, SECOND, read, tracked

DAY = timedelta(days=1)
BEFORE, AT, AFTER = -SECOND, timedelta(0), SECOND
ABROAD = {"origin_country": "US", "destination_country": "CA"}
AT_HOME = {"origin_country": "CA", "destination_country": "CA"}

MOVING = ("inference", False, 0.6, "moving")
STALLED = ("inference", True, 0.7, "stalled")
TWICE = ("inference", True, 0.6, "attempted_twice")
PICKUP_LATE = ("inference", True, 0.6, "pickup_late")
PRE_TRANSIT_LATE = ("inference", True, 0.6, "pre_transit_late")
PAST_ETA = ("inference", True, 0.6, "no_data_past_eta")
NO_DATA = ("unknown", None, None, "no_data")


@pytest.mark.parametrize(
    ("status", "judged"),
    [
        (S.RETURN_TO_SENDER, ("inference", True, 0.95, "returning")),
        (S.RETURNED, ("inference", True, 0.95, "returning")),
        (S.FAILURE, ("inference", True, 0.9, "failed")),
        (S.DELIVERED, ("fact", False, None, "delivered")),
        (S.CANCELLED, ("unknown", None, None, "cancelled")),
    ],
)
def test_an_ended_journey_is_judged_by_its_status_alone(
    status: S, judged: tuple[object, ...]
) -> None:
    assert read(tracked(status).exception_likely) == judged
    long_ago = tracked(status, (status, NOW - 90 * DAY), est_delivery_at=NOW - 80 * DAY)
    assert read(long_ago.exception_likely) == judged


@pytest.mark.parametrize("status", [S.IN_TRANSIT, S.OUT_FOR_DELIVERY, S.DELIVERY_ATTEMPTED])
@pytest.mark.parametrize(
    ("countries", "days"),
    [(AT_HOME, 5), (ABROAD, 10), ({}, 10), ({"origin_country": "US"}, 10)],
    ids=["at home", "abroad", "countries unknown", "one country unknown"],
)
@pytest.mark.parametrize(("past", "judged"), [(BEFORE, MOVING), (AT, STALLED), (AFTER, STALLED)])
def test_a_parcel_without_a_scan_stalls_when_the_days_are_full(
    status: S,
    countries: dict[str, Any],
    days: int,
    past: timedelta,
    judged: tuple[object, ...],
) -> None:
    parcel = tracked(
        status,
        (status, NOW - days * DAY - past),
        of_order={"ship_from_country": None, "ship_to": None},
        **countries,
    )
    assert read(parcel.exception_likely) == judged


def test_an_order_knows_the_countries_when_the_carrier_does_not() -> None:
    scan = (S.IN_TRANSIT, NOW - 6 * DAY)
    assert tracked(S.IN_TRANSIT, scan).cross_border is False
    abroad = tracked(S.IN_TRANSIT, scan, of_order={"ship_from_country": "US"})
    assert (abroad.cross_border, read(abroad.exception_likely)) == (True, MOVING)
    nowhere = tracked(S.IN_TRANSIT, scan, of_order={"ship_from_country": None})
    assert nowhere.cross_border is None


@pytest.mark.parametrize(("past", "judged"), [(BEFORE, MOVING), (AT, STALLED), (AFTER, STALLED)])
def test_three_days_past_the_promised_day_a_moving_parcel_has_stalled(
    past: timedelta, judged: tuple[object, ...]
) -> None:
    parcel = tracked(S.IN_TRANSIT, (S.IN_TRANSIT, NOW - DAY), est_delivery_at=NOW - 3 * DAY - past)
    assert read(parcel.exception_likely) == judged


@pytest.mark.parametrize(("past", "judged"), [(BEFORE, NO_DATA), (AT, NO_DATA), (AFTER, PAST_ETA)])
def test_silence_is_an_exception_only_once_the_promised_time_is_past(
    past: timedelta, judged: tuple[object, ...]
) -> None:
    assert read(tracked(S.UNKNOWN, est_delivery_at=NOW - past).exception_likely) == judged


def test_silence_without_a_promised_time_stays_unknown() -> None:
    parcel = tracked(S.UNKNOWN, (S.UNKNOWN, NOW - 90 * DAY), created_at=NOW - 90 * DAY)
    assert read(parcel.exception_likely) == NO_DATA


@pytest.mark.parametrize(
    ("past", "judged"), [(BEFORE, MOVING), (AT, MOVING), (AFTER, PRE_TRANSIT_LATE)]
)
@pytest.mark.parametrize("shown_by", ["scan", "tracker"])
def test_a_label_may_wait_five_business_days_and_not_longer(
    past: timedelta, judged: tuple[object, ...], shown_by: str
) -> None:
    """From Wednesday noon to the next Wednesday noon there are five, the weekend left out."""
    made = NOW - 7 * DAY - past
    if shown_by == "scan":
        parcel = tracked(S.PRE_TRANSIT, (S.PRE_TRANSIT, made))
    else:
        parcel = tracked(S.PRE_TRANSIT, created_at=made)
    assert read(parcel.exception_likely) == judged


def test_a_label_waits_since_the_earlier_of_its_scan_and_its_tracker() -> None:
    old, new = NOW - 8 * DAY, NOW - DAY
    for scan, created in [(old, new), (new, old)]:
        parcel = tracked(S.PRE_TRANSIT, (S.PRE_TRANSIT, scan), created_at=created)
        assert read(parcel.exception_likely) == PRE_TRANSIT_LATE


@pytest.mark.parametrize(
    ("past", "judged"), [(BEFORE, MOVING), (AT, PICKUP_LATE), (AFTER, PICKUP_LATE)]
)
def test_a_parcel_may_wait_seven_days_at_the_pickup_point(
    past: timedelta, judged: tuple[object, ...]
) -> None:
    parcel = tracked(S.AVAILABLE_FOR_PICKUP, (S.AVAILABLE_FOR_PICKUP, NOW - 7 * DAY - past))
    assert read(parcel.exception_likely) == judged


def test_a_reminder_does_not_start_the_wait_at_the_pickup_point_again() -> None:
    waiting = (S.AVAILABLE_FOR_PICKUP, NOW - 8 * DAY)
    reminded = (S.AVAILABLE_FOR_PICKUP, NOW - DAY)
    parcel = tracked(S.AVAILABLE_FOR_PICKUP, waiting, reminded)
    assert read(parcel.exception_likely) == PICKUP_LATE
    moved_on = tracked(S.AVAILABLE_FOR_PICKUP, waiting, (S.IN_TRANSIT, NOW - 2 * DAY), reminded)
    assert read(moved_on.exception_likely) == MOVING


def test_without_a_pickup_scan_the_wait_counts_from_the_last_scan_of_any_kind() -> None:
    older = (S.IN_TRANSIT, NOW - 8 * DAY)
    for days, judged in [(1, MOVING), (7, PICKUP_LATE)]:
        parcel = tracked(S.AVAILABLE_FOR_PICKUP, older, (S.IN_TRANSIT, NOW - days * DAY))
        assert read(parcel.exception_likely) == judged


@pytest.mark.parametrize(
    "status", [S.DELIVERY_ATTEMPTED, S.IN_TRANSIT, S.OUT_FOR_DELIVERY, S.AVAILABLE_FOR_PICKUP]
)
def test_two_attempts_are_an_exception_and_one_is_not(status: S) -> None:
    one = (S.DELIVERY_ATTEMPTED, NOW - 2 * DAY)
    two = (S.DELIVERY_ATTEMPTED, NOW - DAY)
    assert read(tracked(status, one).exception_likely) == MOVING
    assert read(tracked(status, one, two).exception_likely) == TWICE


def test_one_attempt_told_twice_is_one_attempt() -> None:
    attempt = (S.DELIVERY_ATTEMPTED, NOW - DAY)
    assert read(tracked(S.DELIVERY_ATTEMPTED, attempt, attempt).exception_likely) == MOVING


def test_of_two_troubles_the_likelier_is_named() -> None:
    attempts = [(S.DELIVERY_ATTEMPTED, NOW - days * DAY) for days in (12, 11)]
    assert read(tracked(S.DELIVERY_ATTEMPTED, *attempts).exception_likely) == STALLED
    numbers = Thresholds(likelihood_percent={"attempted_twice": 80, "stalled": 70})
    parcel = tracked(S.DELIVERY_ATTEMPTED, *attempts, thresholds=numbers)
    assert read(parcel.exception_likely) == ("inference", True, 0.8, "attempted_twice")


@pytest.mark.parametrize("status", [S.IN_TRANSIT, S.PRE_TRANSIT, S.AVAILABLE_FOR_PICKUP, S.UNKNOWN])
def test_without_any_date_nothing_can_be_told(status: S) -> None:
    parcel = tracked(status)
    assert read(parcel.exception_likely) == NO_DATA
    assert parcel.turns_at is None


@pytest.mark.parametrize("status", [S.IN_TRANSIT, S.AVAILABLE_FOR_PICKUP])
def test_without_scans_the_wait_counts_from_the_tracker_or_the_shipment(status: S) -> None:
    late = tracked(status, created_at=NOW - 11 * DAY)
    assert late.exception_likely.value is True
    fresh = tracked(status, created_at=NOW - DAY)
    assert read(fresh.exception_likely) == MOVING


def test_the_newest_scan_counts_in_whatever_order_they_come() -> None:
    scans = [(S.IN_TRANSIT, NOW - days * DAY) for days in (6, 1, 9)]
    parcel = tracked(S.IN_TRANSIT, *scans)
    assert parcel.last_scan_at == NOW - DAY
    assert read(parcel.exception_likely) == MOVING
    assert parcel.evidence_ids == ["ship:s1", "ship:s1:status", "ship:s1:e2"]


@pytest.mark.parametrize(("past", "counted"), [(BEFORE, True), (AT, True), (AFTER, False)])
def test_a_scan_from_the_future_is_named_and_not_counted(past: timedelta, counted: bool) -> None:
    parcel = tracked(S.IN_TRANSIT, (S.IN_TRANSIT, NOW - 6 * DAY), (S.IN_TRANSIT, NOW + past))
    assert parcel.ignored_ids == ([] if counted else ["ship:s1:e2"])
    assert read(parcel.exception_likely) == (MOVING if counted else STALLED)
    assert parcel.last_scan_at == (NOW + past if counted else NOW - 6 * DAY)


def test_a_second_attempt_from_the_future_is_not_counted() -> None:
    attempts = [(S.DELIVERY_ATTEMPTED, NOW - DAY), (S.DELIVERY_ATTEMPTED, NOW + DAY)]
    assert read(tracked(S.DELIVERY_ATTEMPTED, *attempts).exception_likely) == MOVING


@pytest.mark.parametrize(
    ("status", "scanned", "promised", "turns_at"),
    [
        (S.IN_TRANSIT, NOW - DAY, None, NOW + 4 * DAY),
        (S.IN_TRANSIT, NOW - DAY, NOW, NOW + 3 * DAY),
        (S.PRE_TRANSIT, NOW, None, NOW + 7 * DAY),
        (S.AVAILABLE_FOR_PICKUP, NOW, None, NOW + 7 * DAY),
        (S.UNKNOWN, NOW, NOW + DAY, NOW + DAY),
        (S.IN_TRANSIT, NOW - 6 * DAY, None, None),
        (S.DELIVERED, NOW, NOW, None),
    ],
)
def test_a_parcel_says_when_it_will_turn_into_an_exception(
    status: S, scanned: datetime, promised: datetime | None, turns_at: datetime | None
) -> None:
    parcel = tracked(status, (status, scanned), est_delivery_at=promised)
    assert parcel.turns_at == turns_at
    assert parcel.due_at == promised


def test_every_number_is_the_tenants() -> None:
    numbers = Thresholds(
        stall_days_domestic=2,
        stall_days_cross_border=1,
        stall_days_past_eta=0,
        pre_transit_business_days=0,
        pickup_days=0,
        likelihood_percent={"stalled": 55},
    )
    just_now = NOW - SECOND

    def judged(status: S, at: datetime, **more: Any) -> tuple[object, ...]:
        return read(tracked(status, (status, at), thresholds=numbers, **more).exception_likely)

    half_sure = ("inference", True, 0.55, "stalled")
    assert judged(S.IN_TRANSIT, NOW - 2 * DAY) == half_sure
    assert judged(S.IN_TRANSIT, NOW - DAY) == MOVING
    assert judged(S.IN_TRANSIT, NOW - DAY, **ABROAD) == half_sure
    assert judged(S.IN_TRANSIT, just_now, est_delivery_at=NOW) == half_sure
    assert judged(S.PRE_TRANSIT, just_now) == PRE_TRANSIT_LATE
    assert judged(S.AVAILABLE_FOR_PICKUP, just_now) == PICKUP_LATE


@pytest.mark.parametrize(("percent", "confidence"), [(0, 0.01), (1, 0.01), (99, 0.99), (100, 0.99)])
def test_an_inference_is_never_certain_whatever_the_tenant_says(
    percent: int, confidence: float
) -> None:
    numbers = Thresholds(likelihood_percent={"failed": percent})
    assert tracked(S.FAILURE, thresholds=numbers).exception_likely.confidence == confidence
