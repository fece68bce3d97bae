"""Days in the shop's time zone, weekends and changes of the clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.agents.intake.calendar import after_business_days, after_days
from shopops.agents.records import TrackerStatus as S
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import SECOND, tracked

BERLIN = ZoneInfo("Europe/Berlin")
HALIFAX = ZoneInfo("America/Halifax")
TOKYO = ZoneInfo("Asia/Tokyo")
KIRITIMATI = ZoneInfo("Pacific/Kiritimati")


def utc(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        (utc(26, 11), 5, utc(31, 10)),  # noon in Berlin stays noon, though an hour was lost
        (utc(23, 11, month=10), 5, utc(28, 12, month=10)),
        (utc(28, 1, 30), 1, utc(29, 1, 30)),  # 02:30 is skipped on the 29th and becomes 03:30
    ],
    ids=["spring", "autumn", "a skipped hour"],
)
def test_a_day_is_a_step_of_the_wall_clock(start: datetime, days: int, end: datetime) -> None:
    assert after_days(start, days, BERLIN) == end


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Halifax"])
@pytest.mark.parametrize("month", [3, 10, 11])
def test_a_parcel_stalls_at_the_same_time_of_day_across_a_change_of_the_clocks(
    zone: str, month: int
) -> None:
    """Berlin changes on 29 March and 25 October 2026, Halifax on 8 March and 1 November."""
    changes = {
        ("Europe/Berlin", 3): 29,
        ("Europe/Berlin", 10): 25,
        ("Europe/Berlin", 11): 1,
        ("America/Halifax", 3): 8,
        ("America/Halifax", 10): 25,
        ("America/Halifax", 11): 1,
    }
    change = datetime(2026, month, changes[zone, month], 10, tzinfo=ZoneInfo(zone))
    scanned = (change - timedelta(days=2)).astimezone(UTC)
    full = (change + timedelta(days=3)).astimezone(UTC)
    numbers = Thresholds(timezone=zone)
    for now, stalled in [(full - SECOND, False), (full, True)]:
        parcel = tracked(S.IN_TRANSIT, (S.IN_TRANSIT, scanned), now=now, thresholds=numbers)
        assert parcel.exception_likely.value is stalled


@pytest.mark.parametrize(
    ("zone", "start", "end"),
    [
        (BERLIN, utc(13, 10), utc(20, 10)),  # Friday to Friday
        (BERLIN, utc(14, 10), utc(20, 10)),  # Saturday: Monday is the first day
        (BERLIN, utc(15, 10), utc(20, 10)),  # Sunday
        (BERLIN, utc(16, 10), utc(23, 10)),  # Monday
        (TOKYO, utc(13, 16), utc(19, 16)),  # already Saturday in Tokyo: five days end on Friday
        (HALIFAX, utc(16, 1), utc(21, 1)),  # still Sunday evening in Halifax: Friday evening
    ],
)
def test_business_days_are_the_shops_mondays_to_fridays(
    zone: ZoneInfo, start: datetime, end: datetime
) -> None:
    assert after_business_days(start, 5, zone) == end


def test_the_same_label_is_late_in_one_zone_and_not_in_another() -> None:
    """Made on Friday 16:00 UTC, Saturday in Tokyo: there the fifth business day is over sooner."""
    made, now = utc(13, 16), utc(20, 12)
    late = {
        zone: tracked(
            S.PRE_TRANSIT,
            (S.PRE_TRANSIT, made),
            now=now,
            thresholds=Thresholds(timezone=zone),
        ).exception_likely.value
        for zone in ("Asia/Tokyo", "Europe/Berlin")
    }
    assert late == {"Asia/Tokyo": True, "Europe/Berlin": False}


@given(
    st.integers(min_value=0, max_value=15 * 365 * 24 * 60).map(
        lambda minutes: utc(1, 0) + timedelta(minutes=minutes)
    ),
    st.integers(min_value=0, max_value=365),
    st.sampled_from([BERLIN, HALIFAX, TOKYO, KIRITIMATI]),
)
def test_days_are_never_more_than_a_clock_change_off(
    start: datetime, days: int, zone: ZoneInfo
) -> None:
    end = after_days(start, days, zone)
    assert end.tzinfo is UTC
    assert abs(end - start - timedelta(days=days)) <= timedelta(hours=1)
    assert after_business_days(start, days, zone) >= end - timedelta(hours=1)
