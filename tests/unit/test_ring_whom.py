"""Whose turn it is, of all whom a mail can reach."""

import pytest

from shopops.alarms.ringing.whom import Contact, whom
from shopops.alarms.states import AlarmState, AlarmStatus


def contact(name: str, step: int = 0, *, email: str = "") -> Contact:
    return Contact(
        membership_id=ord(name[0]),
        key=name.lower() * 2,
        name=name,
        email=email or f"{name.lower()}@x.example",
        step=step,
    )


MAYA, PER, IDA = contact("Maya"), contact("Per"), contact("Ida", 1)
ROSTER = [MAYA, PER, IDA]


def state(**fields: object) -> AlarmState:
    return AlarmState(status=AlarmStatus.DUE_AGAIN, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rings", "told"), [(0, MAYA), (1, PER), (2, MAYA)])
def test_people_of_a_step_take_turns(rings: int, told: Contact) -> None:
    assert whom(state(unacknowledged=rings), ROSTER) == told


def test_the_step_that_the_rings_have_reached_is_told() -> None:
    assert whom(state(step=1, unacknowledged=4), ROSTER) == IDA


def test_a_step_without_people_falls_to_the_next_and_then_to_those_before() -> None:
    assert whom(state(step=0), [IDA]) == IDA
    assert whom(state(step=2), [MAYA, IDA]) == MAYA


def test_who_held_the_item_comes_first_and_then_the_roster() -> None:
    held = state(holder=IDA.key)
    assert whom(held, ROSTER) == IDA
    assert whom(held, ROSTER, refused={IDA.email}) == MAYA
    assert whom(state(holder="somebody gone"), ROSTER) == MAYA


def test_who_could_not_be_reached_is_passed_over() -> None:
    assert whom(state(unreachable=(MAYA.key,)), ROSTER) == PER
    assert whom(state(unreachable=(MAYA.key, PER.key)), ROSTER) == IDA


def test_a_second_address_of_a_person_is_used_when_the_first_takes_nothing() -> None:
    second = contact("Maya", email="maya@home.example")
    roster = [MAYA, second, PER]
    assert whom(state(), roster) == MAYA
    assert whom(state(), roster, refused={MAYA.email}) == second
    assert whom(state(unacknowledged=1), roster) == PER


def test_nobody_is_left() -> None:
    assert whom(state(), []) is None
    assert whom(state(unreachable=(IDA.key,)), [IDA]) is None
    assert whom(state(), [IDA], refused={IDA.email}) is None
