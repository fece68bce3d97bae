"""What a person may do about a step, in each state that it can stand in."""

from typing import Any

import pytest

from shopops.execution.commands import BARS
from shopops.execution.pages.offers import OFFERS
from shopops.execution.plan import Seen, Tried
from shopops.execution.ways import Bar, Stands, Way, bar, ways
from shopops.outbox.states import Ended, Purpose, State

OPEN = Tried(purpose=Purpose.SEND)
CUT_OFF = Tried(purpose=Purpose.SEND, is_over=True)
REFUSED = Tried(purpose=Purpose.SEND, outcome=Ended.REFUSED)
ENDS = [Way.BY_HAND, Way.GIVE_UP]
BEFORE_IT: dict[str, Any] = {"earlier": (State.SUCCEEDED, State.RUNNING)}


def step(state: State, *, twice: bool = False, **more: Any) -> Stands:
    of_stands = {name: more.pop(name) for name in ("undoable", "runs_by_itself") if name in more}
    settled = more.pop("settled", False)
    seen = Seen(state=state, **more)
    return Stands(seen=seen, twice=twice, settled=settled, **of_stands)


@pytest.mark.parametrize(
    ("stands", "open_to_people"),
    [
        (step(State.HELD), [Way.RUN, *ENDS]),
        (step(State.HELD, runs_by_itself=True), ENDS),
        (step(State.HELD, undoable=True), []),
        (step(State.HELD, undoable=True, runs_by_itself=True), []),
        (step(State.HELD, **BEFORE_IT), ENDS),
        (step(State.RUNNING), ENDS),
        (step(State.RUNNING, last=OPEN), []),
        (step(State.RUNNING, last=CUT_OFF), []),
        (step(State.RUNNING, undoable=True), ENDS),
        (step(State.UNKNOWN), ENDS),
        (step(State.UNKNOWN, unseen=True), [Way.RETRY, *ENDS]),
        (step(State.UNKNOWN, unseen=True, **BEFORE_IT), ENDS),
        (step(State.FAILED), [Way.RETRY, *ENDS]),
        (step(State.FAILED, last=REFUSED), [Way.RETRY, *ENDS]),
        (step(State.FAILED, last=OPEN), []),
        (step(State.FAILED, last=CUT_OFF), [Way.RETRY, *ENDS]),
        (step(State.FAILED, settled=True), [Way.RETRY, Way.BY_HAND]),
        (step(State.FAILED, **BEFORE_IT), ENDS),
        (step(State.SUCCEEDED), []),
        (step(State.SUCCEEDED, twice=True), [Way.BY_HAND]),
        (step(State.LET_GO), []),
        (step(State.LET_GO, twice=True), [Way.BY_HAND]),
    ],
)
def test_where_a_step_stands_says_what_a_person_may_do(
    stands: Stands, open_to_people: list[Way]
) -> None:
    assert ways(stands) == open_to_people


@pytest.mark.parametrize(
    ("way", "stands", "barred"),
    [
        (Way.GIVE_UP, step(State.RUNNING, last=OPEN), Bar.IN_HAND),
        (Way.RETRY, step(State.RUNNING), Bar.MOVED_ON),
        (Way.RUN, step(State.HELD, runs_by_itself=True), Bar.MOVED_ON),
        (Way.GIVE_UP, step(State.FAILED, settled=True), Bar.MOVED_ON),
        (Way.BY_HAND, step(State.SUCCEEDED), Bar.MOVED_ON),
        (Way.RUN, step(State.HELD, undoable=True, runs_by_itself=True), Bar.STILL_UNDOABLE),
        (Way.BY_HAND, step(State.HELD, undoable=True), Bar.STILL_UNDOABLE),
        (Way.RETRY, step(State.FAILED, **BEFORE_IT), Bar.EARLIER_STEP_OPEN),
        (Way.RUN, step(State.HELD, **BEFORE_IT), Bar.EARLIER_STEP_OPEN),
    ],
)
def test_what_is_barred_names_the_first_thing_in_the_way(
    way: Way, stands: Stands, barred: Bar
) -> None:
    assert bar(way, stands) is barred


def test_every_bar_has_a_refusal_and_every_way_a_button() -> None:
    assert set(BARS) == set(Bar)
    assert set(OFFERS) == set(Way)
