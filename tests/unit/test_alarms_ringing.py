"""When the next ring falls due, when it may be sent, and who it is for."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from shopops.alarms.config import AlarmConfig, EscalationStep, Maintenance, QuietHours
from shopops.alarms.fold import AlarmRow
from shopops.alarms.refusals import RefusalCode as C
from shopops.alarms.schedule import escalation, held_until, next_slot, retry_at
from shopops.alarms.states import AlarmStatus as S
from shopops.ledger.kinds import EventKind as K
from tests.support.alarms import (
    CONFIG,
    MAYA,
    PER,
    acknowledged,
    handed_off,
    minute,
    observed,
    raised,
    refusal,
    resolved,
    state_of,
    unacknowledged,
    undelivered,
)

QUARTERS = [time(hour, minutes) for hour in range(24) for minutes in (0, 15, 30, 45)]
NIGHT = replace(
    CONFIG, quiet_hours=QuietHours(start=time(22), end=time(7)), timezone="Europe/Stockholm"
)


def test_an_item_that_nobody_acknowledged_is_due_again_at_the_end_of_its_interval() -> None:
    story = (observed(0), raised(0.5))
    before, at_end = state_of(*story, at=59.99), state_of(*story, at=60)
    assert (before.status, before.due_at) == (S.RINGING, minute(60))
    assert (at_end.status, at_end.due_at, at_end.send_at) == (S.DUE_AGAIN, minute(60), minute(60))
    assert refusal(before, K.RAISED, 59.99) is C.NOT_DUE
    assert refusal(at_end, K.RAISED, 60) is None


def test_each_ring_counts_and_tells_one_person_more() -> None:
    state = state_of(observed(0), raised(1), raised(60, PER), raised(121, PER), at=122)
    assert (state.status, state.rings, state.unacknowledged) == (S.RINGING, 3, 3)
    assert (state.rung_at, state.told) == (minute(121), (MAYA, PER))


def test_deadlines_step_from_the_schedule_and_not_from_the_send() -> None:
    story: tuple[AlarmRow, ...] = (observed(0),)
    for late in (3, 62, 124, 181):
        story = (*story, raised(late))
    assert state_of(*story, at=182).due_at == minute(240)


def test_after_a_downtime_of_many_intervals_an_item_rings_once() -> None:
    down = (observed(0), raised(1), raised(605))
    assert state_of(*down[:2], at=604).due_at == minute(60)
    assert state_of(*down, at=606).due_at == minute(660)
    assert refusal(state_of(*down, at=606), K.RAISED, 606) is C.NOT_DUE


def test_a_very_late_ring_stands_for_the_slot_right_behind_it() -> None:
    assert state_of(observed(0), raised(1), raised(629), at=630).due_at == minute(660)
    assert state_of(observed(0), raised(1), raised(631), at=632).due_at == minute(720)


def test_a_shorter_interval_applies_to_what_is_open() -> None:
    story = (observed(0), raised(1))
    quick = replace(CONFIG, interval_minutes=15)
    assert state_of(*story, at=20).status is S.RINGING
    state = state_of(*story, at=20, config=quick)
    assert (state.status, state.due_at) == (S.DUE_AGAIN, minute(15))


def test_a_longer_delay_before_the_first_ring_silences_nothing_that_rang() -> None:
    story = (observed(0, waits=True), raised(121))
    patient = replace(CONFIG, ring_after_minutes=10_000)
    due = state_of(*story, at=122, config=patient).due_at
    assert due is not None
    assert minute(121) < due <= minute(121 + 90)


@given(
    origin=st.integers(-5000, 5000),
    rung_at=st.integers(-5000, 5000),
    interval=st.integers(1, 300),
)
def test_the_next_slot_is_on_the_schedule_and_never_more_than_one_and_a_half_intervals_away(
    origin: int, rung_at: int, interval: int
) -> None:
    config = replace(CONFIG, interval_minutes=interval)
    step = timedelta(minutes=interval)
    slot = next_slot(minute(origin), minute(rung_at), config)
    assert (slot - minute(origin)) % step == timedelta(0)
    assert step / 2 <= slot - minute(rung_at) < step * 3 / 2


def test_rings_after_a_snooze_step_from_its_end() -> None:
    state = state_of(observed(0), raised(1), acknowledged(2, until=47), raised(50), at=51)
    assert state.due_at == minute(107)
    held = state_of(observed(0), raised(1), handed_off(2, until=47), raised(50), at=51)
    assert held.due_at == minute(107)


@pytest.mark.parametrize(
    "since",
    [
        (acknowledged(140, until=147),),
        (handed_off(140, until=147),),
        (acknowledged(140, until=300), unacknowledged(147)),
    ],
    ids=["snoozed", "handed off", "snooze taken back"],
)
def test_the_delay_before_the_first_ring_moves_no_later_one(since: tuple[AlarmRow, ...]) -> None:
    config = replace(CONFIG, ring_after_minutes=125)
    story = (observed(0, waits=True), raised(126), *since)
    assert state_of(*story, at=147, config=config).due_at == minute(147)
    assert state_of(*story, raised(150), at=151, config=config).due_at == minute(207)


def test_a_ring_that_bounced_is_due_at_once_and_for_somebody_else() -> None:
    story = (observed(0), raised(1, MAYA), undelivered(10, MAYA))
    state = state_of(*story, at=10)
    assert (state.status, state.due_at, state.unreachable) == (S.DUE_AGAIN, minute(10), (MAYA,))
    assert refusal(state, K.RAISED, 10) is None
    again = state_of(*story, raised(11, PER), at=12)
    assert (again.status, again.due_at, again.unreachable) == (S.RINGING, minute(60), (MAYA,))


@pytest.mark.parametrize(
    "story",
    [
        (observed(0), raised(1), acknowledged(2, 40)),
        (observed(0), raised(1), handed_off(2, until=40)),
        (observed(0), raised(1), acknowledged(2, until=5)),
        (observed(0), raised(1), undelivered(5, PER)),
    ],
    ids=["snoozed", "handed off", "due again", "bounced before"],
)
def test_a_bounce_that_is_a_note_moves_no_deadline(story: tuple[AlarmRow, ...]) -> None:
    before, after = state_of(*story, at=11), state_of(*story, undelivered(10, MAYA), at=11)
    assert (after.status, after.due_at) == (before.status, before.due_at)
    assert MAYA in after.unreachable


def test_a_bounce_after_the_interval_ended_leaves_the_item_due_since_then() -> None:
    state = state_of(observed(0), raised(1), undelivered(65), at=66)
    assert (state.status, state.due_at) == (S.DUE_AGAIN, minute(60))


def test_a_bounce_from_an_earlier_episode_says_nothing_about_this_one() -> None:
    story = (observed(0), raised(1), resolved(2), observed(5, b"\x05" * 32), undelivered(6))
    assert state_of(*story, at=7).unreachable == ()


@pytest.mark.parametrize(
    ("rings", "step", "exhausted"),
    [(0, 0, False), (1, 1, False), (2, 1, False), (3, 2, False), (4, 2, True), (9, 2, True)],
)
def test_the_roster_steps_on_after_so_many_rings(rings: int, step: int, exhausted: bool) -> None:
    assert escalation(rings, CONFIG) == (step, exhausted)
    story = (observed(0), *(raised(60 * number) for number in range(rings)))
    state = state_of(*story, at=60 * rings)
    assert (state.step, state.exhausted) == (step, exhausted)


def test_an_acknowledgment_begins_the_escalation_anew() -> None:
    story = (observed(0), raised(1), raised(60), acknowledged(61, until=90))
    assert (state_of(*story, at=90).step, state_of(*story, at=90).rings) == (0, 2)
    assert state_of(*story, raised(91), at=92).step == 1


def test_failed_sends_wait_longer_each_time_and_then_no_longer() -> None:
    config = replace(CONFIG, backoff_minutes=(1, 5, 20))
    waits = [retry_at(minute(0), failures, config) for failures in (1, 2, 3, 4, 99)]
    assert waits == [minute(number) for number in (1, 5, 20, 20, 20)]


def test_quiet_hours_hold_the_send_and_not_the_state() -> None:
    late = 9.5 * 60  # 22:30 in Stockholm
    state = state_of(observed(late), at=late, config=NIGHT)
    assert (state.status, state.due_at) == (S.DUE_NEW, minute(late))
    assert state.send_at == datetime(2026, 3, 3, 6, tzinfo=UTC)  # 07:00 there
    assert refusal(state, K.RAISED, late) is C.NOT_DUE
    snoozed = (observed(0), raised(1), acknowledged(400, until=late))
    assert state_of(*snoozed, at=late, config=NIGHT).status is S.DUE_AGAIN


def test_what_fell_due_before_the_quiet_hours_and_was_not_sent_waits_for_their_end() -> None:
    state = state_of(observed(0), at=10 * 60, config=NIGHT)
    assert (state.due_at, state.send_at) == (minute(0), datetime(2026, 3, 3, 6, tzinfo=UTC))


def test_nothing_escalates_while_the_send_is_held() -> None:
    rung = (observed(8.5 * 60), raised(8.5 * 60))  # 21:30 there, due again at 22:30
    morning = 18 * 60  # 07:00 there
    for now in range(10 * 60, morning, 15):
        state = state_of(*rung, at=now, config=NIGHT)
        assert (state.status, state.step) == (S.DUE_AGAIN, 1)
        assert refusal(state, K.RAISED, now) is C.NOT_DUE
    assert refusal(state_of(*rung, at=morning, config=NIGHT), K.RAISED, morning) is None
    assert state_of(*rung, raised(morning), at=morning + 1, config=NIGHT).step == 1


def test_quiet_hours_begin_and_end_on_the_minute() -> None:
    begin, end = datetime(2026, 3, 2, 21, tzinfo=UTC), datetime(2026, 3, 3, 6, tzinfo=UTC)
    just_before = timedelta(microseconds=1)
    assert held_until(begin - just_before, NIGHT) == begin - just_before
    assert held_until(begin, NIGHT) == held_until(end - just_before, NIGHT) == end
    assert held_until(end, NIGHT) == end


def test_maintenance_holds_the_send_until_it_ends() -> None:
    windows = (
        Maintenance(start=minute(10), end=minute(20)),
        Maintenance(start=minute(20), end=minute(30)),
    )
    config = replace(CONFIG, maintenance=windows)
    assert held_until(minute(9), config) == minute(9)
    assert held_until(minute(10), config) == minute(30)
    assert held_until(minute(30), config) == minute(30)


def test_maintenance_that_runs_into_the_quiet_hours_holds_until_the_morning() -> None:
    config = replace(NIGHT, maintenance=(Maintenance(start=minute(8 * 60), end=minute(10 * 60)),))
    assert held_until(minute(8.5 * 60), config) == datetime(2026, 3, 3, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "end", "timezone"),
    [
        (time(22), time(7), "Europe/Stockholm"),
        (time(1), time(2, 30), "Europe/Stockholm"),
        (time(2, 30), time(2, 15), "America/New_York"),
        (time(0), time(23, 59), "Australia/Lord_Howe"),
        (time(12), time(13), "Asia/Kathmandu"),
    ],
)
@given(moment=st.integers(0, 366 * 24 * 60))
def test_a_held_send_goes_later_and_out_of_the_quiet_hours_whatever_the_clocks_do(
    start: time, end: time, timezone: str, moment: int
) -> None:
    config = replace(CONFIG, quiet_hours=QuietHours(start=start, end=end), timezone=timezone)
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=moment)
    free = held_until(at, config)
    assert at <= free < at + timedelta(days=2)
    assert held_until(free, config) == free


def _is_quiet(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> bool:
    wall = at.astimezone(zone).time()
    if quiet.start < quiet.end:
        return quiet.start <= wall < quiet.end
    return not quiet.end <= wall < quiet.start


@pytest.mark.parametrize(
    ("timezone", "day"),
    [
        ("Europe/Stockholm", datetime(2026, 3, 28, tzinfo=UTC)),
        ("Europe/Stockholm", datetime(2026, 10, 24, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 7, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 10, 31, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 10, 3, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, tzinfo=UTC)),
    ],
)
@given(
    start=st.sampled_from(QUARTERS), end=st.sampled_from(QUARTERS), minutes=st.integers(0, 2 * 1440)
)
def test_a_send_is_held_to_the_very_minute_when_clocks_change(
    timezone: str, day: datetime, start: time, end: time, minutes: int
) -> None:
    assume(start != end)
    quiet = QuietHours(start=start, end=end)
    free = at = day + timedelta(minutes=minutes)
    while _is_quiet(free, quiet, ZoneInfo(timezone)):
        free += timedelta(minutes=1)
    assert held_until(at, replace(CONFIG, quiet_hours=quiet, timezone=timezone)) == free


@pytest.mark.parametrize("hour", [0, 1])
def test_the_hour_that_clocks_repeat_is_quiet_both_times(hour: int) -> None:
    config = replace(
        CONFIG, quiet_hours=QuietHours(start=time(1), end=time(2, 30)), timezone="Europe/Stockholm"
    )
    at = datetime(2026, 10, 25, hour, 10, tzinfo=UTC)  # 02:10 there, in summer and winter time
    assert held_until(at, config) == datetime(2026, 10, 25, hour, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "numbers",
    [
        {"snooze_default_minutes": 500, "snooze_max_minutes": 499},
        {"quiet_hours": QuietHours(start=time(7), end=time(7))},
        {"maintenance": (Maintenance(start=minute(5), end=minute(5)),)},
        {"timezone": "Europe/Nowhere"},
        {"timezone": "../../etc/passwd"},
        {"timezone": "Europe"},
    ],
)
def test_settings_that_contradict_themselves_are_refused(numbers: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"longer|quiet|maintenance|time zone"):
        AlarmConfig(**numbers)  # type: ignore[arg-type]


def test_a_shop_that_has_set_nothing_escalates_in_three_steps() -> None:
    assert AlarmConfig().escalation == tuple(EscalationStep(step=n, rings=2) for n in range(3))
