"""What is to be done next for an effect, from a look at it. Pure."""

from enum import StrEnum

from msgspec import Struct

from shopops.execution.codes import EffectCode
from shopops.outbox.states import Ended, Purpose, State


class Step(StrEnum):
    """`WAIT`: for what goes before it. `LOST`: close the attempt of a process that is gone."""

    NOTHING = "nothing"
    GATE = "gate"
    WAIT = "wait"
    EARLIER_FAILED = "earlier_failed"
    LOST = "lost"
    LOOK_UP = "look_up"
    SEND = "send"


class Tried(Struct, frozen=True, kw_only=True):
    """An attempt. `outcome` is empty while it is open; `is_over`: its process counts as dead."""

    purpose: Purpose
    outcome: str = ""
    code: str = ""
    is_over: bool = False

    @property
    def says_absent(self) -> bool:
        """It looked, and late enough, and it is certain that the source does not have it."""
        return self.outcome == Ended.ABSENT and self.code != EffectCode.NOT_THERE_YET


class Seen(Struct, frozen=True, kw_only=True):
    """An effect as it stands. `released`: it passed the gate, and not too long ago. `earlier`: the
    states of what goes before it. `last`: its newest attempt. `was_sent`: there is an attempt that
    sent. `asked_again`: a person wants it tried once more, and nobody has looked up since what came
    of the tries before. `passes_anew`: since then it has not passed the gate. `unseen`: there is no
    place where it could be looked up, so a person's word is all there is."""

    state: State
    released: bool = False
    earlier: tuple[State, ...] = ()
    last: Tried | None = None
    was_sent: bool = False
    asked_again: bool = False
    passes_anew: bool = False
    unseen: bool = False


OVER = frozenset({State.SUCCEEDED, State.FAILED, State.LET_GO})


def next_step(seen: Seen) -> Step:
    """Nothing that was ever sent and may have arrived is sent again before it was looked up."""
    if seen.last is not None and not seen.last.outcome:
        return Step.LOST if seen.last.is_over else Step.NOTHING
    if seen.state in OVER:
        return Step.NOTHING
    if seen.state is State.HELD and not seen.released:
        return Step.GATE
    if seen.state is State.UNKNOWN or _may_have_arrived(seen):
        return Step.LOOK_UP
    return _by_earlier(seen.earlier) if seen.released else Step.GATE


def _by_earlier(earlier: tuple[State, ...]) -> Step:
    if any(one in (State.FAILED, State.LET_GO) for one in earlier):
        return Step.EARLIER_FAILED
    return Step.SEND if all(one is State.SUCCEEDED for one in earlier) else Step.WAIT


def _may_have_arrived(seen: Seen) -> bool:
    if seen.asked_again and seen.was_sent:
        return not seen.unseen
    last = seen.last
    if last is None:
        return False
    if last.purpose is Purpose.LOOK_UP or seen.passes_anew:  # unless it is certainly not there
        return seen.was_sent and not seen.unseen and not last.says_absent
    return last.outcome in (Ended.UNKNOWN, Ended.LOST, Ended.DONE)
