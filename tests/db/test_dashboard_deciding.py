"""How long orders wait until they are decided."""

from datetime import date, timedelta

import pytest

from shopops.dashboard.period import Period
from shopops.dashboard.questions.deciding import time_to_decision
from shopops.dashboard.questions.spans import Spans
from shopops.tenants.scope import tenant_scope
from tests.support.dashboards import (
    DINARS,
    DOLLARS,
    NOON_DAY,
    SPLIT,
    YEN,
    days,
    sample_shop,
)
from tests.support.deciding import REFUND, Deciding
from tests.support.reviewing import Reviewing

pytestmark = pytest.mark.django_db
HOUR = 3600.0
NEXT_DAY = NOON_DAY + timedelta(days=1)


def _asked(room: Reviewing, period: Period) -> Spans:
    with tenant_scope(room.shop.pk):
        return time_to_decision(room.shop.pk, period)


def test_the_median_and_the_ninetieth_percentile_lie_between_the_decisions() -> None:
    room = sample_shop()
    for order_id, hours in ((DOLLARS, 1), (YEN, 2), (DINARS, 4)):
        Deciding(room, order_id).reject(after=timedelta(hours=hours))
    whole = _asked(room, days()).whole
    assert whole is not None
    assert (whole.count, whole.half) == (3, 2 * HOUR)
    assert whole.most == pytest.approx(3.6 * HOUR)  # 0.8 of the way from 2 h to 4 h


def test_a_day_begins_at_midnight_where_the_shop_is() -> None:
    """23:30 and 00:30 in Chicago are 04:30 and 05:30 of the same day in UTC."""
    room = sample_shop()
    Deciding(room, DOLLARS).reject(after=timedelta(hours=16, minutes=30))
    Deciding(room, YEN).reject(after=timedelta(hours=17, minutes=30))
    both = _asked(room, days(NOON_DAY, NEXT_DAY)).each
    assert {day: one.count for day, one in both.items()} == {NOON_DAY: 1, NEXT_DAY: 1}
    assert both[NOON_DAY].half == 16.5 * HOUR
    first = _asked(room, days(NOON_DAY)).whole
    assert first is not None
    assert first.count == 1
    in_utc = _asked(room, days(NOON_DAY, NEXT_DAY, zone="UTC")).each
    assert {day: one.count for day, one in in_utc.items()} == {NEXT_DAY: 2}


def test_the_days_before_are_as_many_and_stand_apart() -> None:
    room = sample_shop()
    Deciding(room, DOLLARS).reject(after=timedelta(hours=2))
    Deciding(room, YEN).reject(after=timedelta(hours=20))
    found = _asked(room, days(NEXT_DAY))
    assert found.before is not None
    assert found.whole is not None
    assert (found.before.half, found.whole.half) == (2 * HOUR, 20 * HOUR)
    assert set(found.each) == {NEXT_DAY}
    assert _asked(room, days(date(2026, 3, 21))).before is None


def test_an_edit_a_question_and_what_was_taken_back_end_no_wait() -> None:
    room = sample_shop()
    Deciding(room, DOLLARS).edit(amounts={REFUND: "100.00"})
    Deciding(room, YEN).respond()
    taken_back = Deciding(room, DINARS)
    taken_back.reject(after=timedelta(hours=1))
    taken_back.undo(after=timedelta(hours=1, minutes=1))
    assert _asked(room, days()).whole is None
    taken_back.reject(after=timedelta(hours=3))
    whole = _asked(room, days()).whole
    assert whole is not None
    assert (whole.count, whole.half) == (1, 3 * HOUR)


def test_of_two_approvals_the_second_ends_the_wait() -> None:
    room = sample_shop(SPLIT, DOLLARS)
    room.numbers(approval_above_cents={"USD": 5000}, second_cap_cents={"USD": 6000})
    room.resolve(DOLLARS)
    two = Deciding(room, DOLLARS)
    two.approve(REFUND, after=timedelta(hours=1))
    assert _asked(room, days()).whole is None
    two.approve(REFUND, name="Tomasz", after=timedelta(hours=2))
    whole = _asked(room, days()).whole
    assert whole is not None
    assert (whole.count, whole.half) == (1, 2 * HOUR)


def test_a_long_period_is_told_week_by_week_from_mondays_on() -> None:
    room = sample_shop()
    Deciding(room, DOLLARS).reject(after=timedelta(hours=1))
    found = _asked(room, days(date(2026, 1, 1), NEXT_DAY))
    assert set(found.each) == {date(2026, 3, 16)}
