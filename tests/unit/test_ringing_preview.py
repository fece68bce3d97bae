"""What the settings page foresees: who is rung when, in words and as a picture."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from shopops.administration.ringing.first_day import people_of, rings_of
from shopops.administration.ringing.picture import INNER, LEFT, picture_of
from shopops.administration.ringing.sentences import NOBODY, sentences
from shopops.administration.ringing.words import span
from shopops.alarms.config import AlarmConfig, EscalationStep, Maintenance, QuietHours
from shopops.alarms.ringing.whom import Contact

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def contact(name: str, step: int = 0) -> Contact:
    return Contact(
        membership_id=ord(name[0]),
        key=name[0].lower() * 64,
        name=name,
        email=f"{name.lower()}@x.example",
        step=step,
    )


MAYA, PER, JONAS = contact("Maya"), contact("Per"), contact("Jonas", 1)


def config(**changed: Any) -> AlarmConfig:
    steps = (EscalationStep(step=0, rings=2), EscalationStep(step=1, rings=1))
    return replace(AlarmConfig(interval_minutes=60, escalation=steps), **changed)


def told(settings: AlarmConfig, *roster: Contact, seen: datetime = NOON) -> list[tuple[str, str]]:
    return [(ring.name, f"{ring.at:%H:%M}") for ring in rings_of(settings, roster, seen=seen)]


def words(settings: AlarmConfig, *roster: Contact, seen: datetime = NOON) -> str:
    return " ".join(sentences(settings, roster, rings_of(settings, roster, seen=seen), seen=seen))


def test_each_step_gets_its_rings_and_the_last_keeps_ringing_for_the_day() -> None:
    found = told(config(), MAYA, JONAS)
    assert found[:4] == [
        ("Maya", "12:00"),
        ("Maya", "13:00"),
        ("Jonas", "14:00"),
        ("Jonas", "15:00"),
    ]
    assert len(found) == 24


def test_people_of_one_step_take_turns() -> None:
    assert [name for name, _ in told(config(), MAYA, PER, JONAS)[:3]] == ["Maya", "Per", "Jonas"]
    assert "The first 2 rings: Maya and Per in turns." in words(config(), MAYA, PER, JONAS)


def test_an_empty_step_is_taken_by_the_next_that_has_somebody() -> None:
    assert people_of(0, [JONAS]) == [JONAS]
    assert people_of(5, [MAYA, JONAS]) == [MAYA]
    said = words(config(), MAYA)
    assert "After 2 rings without an answer: Maya, because nobody reachable is on step 1." in said


def test_nobody_on_call_is_said_and_nothing_else() -> None:
    assert sentences(config(), [], rings_of(config(), [], seen=NOON), seen=NOON) == [NOBODY]
    (ring,) = rings_of(config(), [], seen=NOON)
    assert ring.name == ""


def test_what_falls_due_in_quiet_hours_rings_once_when_they_end() -> None:
    quiet = config(quiet_hours=QuietHours(start=time(13, 30), end=time(17)))
    assert told(quiet, MAYA, JONAS)[:4] == [
        ("Maya", "12:00"),
        ("Maya", "13:00"),
        ("Jonas", "17:00"),
        ("Jonas", "18:00"),
    ]
    assert "Silent 13:30–17:00 UTC: what falls due then rings at 17:00" in words(quiet, MAYA)


def test_an_item_of_the_night_rings_first_in_the_morning() -> None:
    night = config(quiet_hours=QuietHours(start=time(22), end=time(7)), timezone="Europe/Berlin")
    seen = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
    assert "rings Maya first, at 07:00" in words(night, MAYA, seen=seen)
    assert told(night, MAYA, seen=seen)[0] == ("Maya", "06:00")


def test_maintenance_of_a_day_leaves_nobody_to_ring_and_says_so() -> None:
    window = Maintenance(
        start=NOON - timedelta(hours=1), end=NOON + timedelta(days=2), reason="Move"
    )
    held = config(maintenance=(window,))
    assert told(held, MAYA) == []
    assert "rings nobody in the next 24 hours" in words(held, MAYA)
    assert "Silent during maintenance, 2 Mar 11:00 to 4 Mar 12:00 (Move)" in words(held, MAYA)


def test_maintenance_that_is_over_is_not_mentioned() -> None:
    window = Maintenance(start=NOON - timedelta(hours=2), end=NOON - timedelta(hours=1))
    assert "maintenance" not in words(config(maintenance=(window,)), MAYA)


def test_the_picture_has_a_lane_for_each_person_and_a_mark_for_each_ring() -> None:
    found = config()
    rings = rings_of(found, [MAYA, JONAS], seen=NOON)
    picture = picture_of(found, rings, seen=NOON)
    assert [(lane.name, len(lane.marks)) for lane in picture.lanes] == [("Maya", 2), ("Jonas", 22)]
    assert picture.lanes[0].marks[0].x == LEFT
    assert picture.lanes[1].marks[0].x == LEFT + round(INNER * 2 / 24)
    assert [hour.said for hour in picture.hours][:3] == ["12:00", "15:00", "18:00"]


def test_bands_end_where_the_picture_ends() -> None:
    always = config(
        quiet_hours=QuietHours(start=time(11), end=time(13)),
        maintenance=(Maintenance(start=NOON + timedelta(hours=20), end=NOON + timedelta(days=9)),),
    )
    bands = picture_of(always, [], seen=NOON).bands
    hour = INNER / 24
    assert [(band.kind, band.x, band.x + band.width) for band in bands] == [
        ("quiet", LEFT, LEFT + round(hour)),
        ("quiet", LEFT + round(hour * 23), LEFT + INNER),
        ("maintenance", LEFT + round(hour * 20), LEFT + INNER),
    ]


def test_a_ring_a_minute_is_no_longer_picture_than_can_be_seen() -> None:
    dense = config(interval_minutes=1)
    rings = rings_of(dense, [MAYA], seen=NOON)
    assert len(rings) == 24 * 60
    assert len(picture_of(dense, rings, seen=NOON).lanes[0].marks) <= INNER / 6 + 1


def test_the_hours_are_the_shop_s_also_when_its_clock_changes() -> None:
    berlin = config(timezone="Europe/Berlin")
    seen = datetime(2026, 3, 28, 20, 10, tzinfo=UTC)  # 21:10; at 02:00 it is 03:00
    said = [hour.said for hour in picture_of(berlin, [], seen=seen).hours]
    assert said == ["00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00"]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0, "0 min"),
        (45, "45 min"),
        (60, "1 h"),
        (90, "1 h 30 min"),
        (1440, "1 day"),
        (4320, "3 days"),
        (1501, "1 day 1 h 1 min"),
    ],
)
def test_a_span_is_said_as_people_say_it(minutes: int, said: str) -> None:
    assert span(minutes) == said
