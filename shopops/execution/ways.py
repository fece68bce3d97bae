"""What a person may do about a step as it stands, and what bars the rest. Pure. Pages offer what is
not barred, and commands refuse what is."""

from enum import StrEnum

from msgspec import Struct

from shopops.execution.plan import OVER, Seen
from shopops.outbox.states import State


class Way(StrEnum):
    """What an address names."""

    RUN = "run"
    RETRY = "retry"
    BY_HAND = "by-hand"
    GIVE_UP = "give-up"


class Bar(StrEnum):
    """`MOVED_ON`: where the step stands, nobody would do this."""

    IN_HAND = "in_hand"
    MOVED_ON = "moved_on"
    STILL_UNDOABLE = "still_undoable"
    EARLIER_STEP_OPEN = "earlier_step_open"


class Stands(Struct, frozen=True, kw_only=True):
    """A step, as a person finds it. `undoable`: its decision can still be taken back.
    `runs_by_itself`: somebody looks at it without being asked. `settled`: a person has ended it.
    `twice`: it may have happened twice, and nobody has said so far that they looked."""

    seen: Seen
    undoable: bool = False
    runs_by_itself: bool = False
    settled: bool = False
    twice: bool = False


GOES_ON = frozenset({State.HELD, State.RUNNING, State.UNKNOWN})


def ways(stands: Stands) -> list[Way]:
    """As a page offers them. Whether anybody is there to carry it out is not asked here."""
    return [way for way in Way if bar(way, stands) is None]


def bar(way: Way, stands: Stands) -> Bar | None:
    """The first thing that is in the way."""
    if _in_hand(stands.seen):
        return Bar.IN_HAND
    if stands.undoable and stands.seen.state is State.HELD:
        return Bar.STILL_UNDOABLE
    if not _fits(way, stands):
        return Bar.MOVED_ON
    needs_earlier = way in (Way.RUN, Way.RETRY)
    if needs_earlier and any(one is not State.SUCCEEDED for one in stands.seen.earlier):
        return Bar.EARLIER_STEP_OPEN
    return None


def _in_hand(seen: Seen) -> bool:
    """It is being tried at this moment, or the next run says first what became of a try whose
    process died; of what is over nobody says so any more."""
    if seen.last is None or seen.last.outcome:
        return False
    return not (seen.last.is_over and seen.state in OVER)


def _fits(way: Way, stands: Stands) -> bool:
    """What a person has ended stays ended, unless it is tried again or was done after all."""
    state = stands.seen.state
    match way:
        case Way.RUN:
            return state is State.HELD and not stands.runs_by_itself
        case Way.RETRY:
            may_go_twice = state is State.UNKNOWN and stands.seen.unseen  # nobody can look it up
            return state is State.FAILED or may_go_twice
        case Way.BY_HAND:
            return state in GOES_ON or state is State.FAILED or stands.twice
        case Way.GIVE_UP:
            return state in GOES_ON or (state is State.FAILED and not stands.settled)
