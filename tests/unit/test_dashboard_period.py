"""Which days a dashboard is about."""

from datetime import UTC, date, datetime

import pytest

from shopops.dashboard import refusals
from shopops.dashboard.period import Period, read_period

ZONE = "America/Chicago"
NOW = datetime(2026, 11, 30, 4, 30, tzinfo=UTC)  # still 29 November in Chicago


def read(**given: str) -> Period:
    words = {name.rstrip("_"): text for name, text in given.items()}
    return read_period(words, zone=ZONE, now=NOW)


def test_the_usual_days_end_with_today_as_the_shop_s_calendar_has_it() -> None:
    assert read() == Period(date(2026, 10, 31), date(2026, 11, 29), ZONE)
    assert read(days="7") == Period(date(2026, 11, 23), date(2026, 11, 29), ZONE)


def test_an_address_that_names_no_preset_shows_the_usual_days() -> None:
    for text in ("8", "-7", "x", "9" * 40):
        assert read(days=text).days == 30


def test_days_begin_and_end_at_midnight_of_the_shop_also_when_clocks_change() -> None:
    long_day = Period(date(2026, 11, 1), date(2026, 11, 1), ZONE)
    assert long_day.start == datetime(2026, 11, 1, 5, tzinfo=UTC)
    assert long_day.end == datetime(2026, 11, 2, 6, tzinfo=UTC)  # 25 hours


def test_the_days_before_are_as_many_and_end_where_these_begin() -> None:
    chosen = read(from_="2026-11-10", to="2026-11-12")
    assert chosen.before == Period(date(2026, 11, 7), date(2026, 11, 9), ZONE)
    assert chosen.before.end == chosen.start


def test_a_last_day_ahead_is_taken_as_today() -> None:
    assert read(from_="2026-11-28", to="2026-12-24").last == date(2026, 11, 29)


def test_points_are_days_and_of_a_long_period_weeks_cut_to_its_ends() -> None:
    short = read(from_="2026-11-10", to="2026-11-12")
    assert [at.day for at in short.buckets()] == [10, 11, 12]
    long = read(from_="2026-01-01", to="2026-11-29")  # a Thursday to a Sunday
    weeks = list(long.buckets())
    assert weeks[0] == date(2025, 12, 29)
    assert long.bucket(weeks[0])[0] == long.start
    assert long.bucket(weeks[-1])[1] == long.end


@pytest.mark.parametrize(
    ("first", "last", "refusal", "says"),
    [
        ("2026-11-31", "2026-12-01", refusals.PeriodUnreadable, "first day is no date"),
        ("2026-11-01", "soon", refusals.PeriodUnreadable, "last day is no date"),
        ("2026-11-01", "", refusals.PeriodHalf, "both its first and its last day"),
        ("2026-11-02", "2026-11-01", refusals.PeriodBackwards, "Swap them"),
        ("2026-11-30", "2026-12-02", refusals.PeriodAhead, "after today, 2026-11-29"),
        ("2025-01-01", "2026-11-29", refusals.PeriodTooLong, "at most 366 days"),
        ("0001-01-01", "0001-01-02", refusals.PeriodTooEarly, "before the year 2000"),
    ],
)
def test_a_range_that_cannot_be_shown_is_refused_in_a_sentence(
    first: str, last: str, refusal: type[Exception], says: str
) -> None:
    with pytest.raises(refusal, match=says):
        read(from_=first, to=last)
