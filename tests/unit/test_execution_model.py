"""Whatever breaks off, and however late a request arrives: the shop does it once.

A shop on paper that does whatever arrives, as often as it arrives; only the look-up keeps it from
paying twice. Requests may come to it up to a minute after they went out.
"""

from dataclasses import dataclass, field
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from shopops.connectors.ports import Absent, Done, Refused, Unknown
from shopops.execution.answers import (
    MOST_TRIES,
    SETTLES_AFTER,
    Change,
    after_look,
    after_send,
    lost,
)
from shopops.execution.plan import Seen, Step, Tried, next_step
from shopops.outbox.states import Ended, Purpose, State

LEASE = 180.0
BUSY = Refused(code="busy", detail="", again=True)
NONE = Unknown(code="none", detail="")
REFUSED = Refused(code="no", detail="")
ANSWERS: dict[str, Done | Refused | Unknown] = {
    "answered": Done(remote_id="r"),
    "busy": BUSY,
    "refused": REFUSED,
    "refused and done": REFUSED,
}
# What becomes of one call: the worker dies before or after it, or this is how it goes.
FATES = ("died before", "died after", "lost answer", "never came", *ANSWERS)
ARRIVES = ("died after", "answered", "lost answer", "refused and done")
AGAIN = "again"  # a person wants what failed tried once more


@dataclass
class World:
    """`arrivals`: when requests that went out come to the shop."""

    now: float = 0.0
    state: State = State.HELD
    last: Tried | None = None
    open_until: float = 0.0
    next_at: float = 0.0
    tries: int = 0
    looks: int = 0
    sent_at: float = 0.0
    was_sent: bool = False
    asked_again: bool = False
    released: bool = True
    misled: bool = False  # the shop did what it said that it refused
    arrivals: list[float] = field(default_factory=list)

    @property
    def done(self) -> int:
        return len([at for at in self.arrivals if at <= self.now])

    def step(self, fate: str, delay: float) -> None:
        if fate == AGAIN:
            self._again()
            return
        self.now = max(self.now, self.next_at)
        match next_step(self._seen()):
            case Step.GATE:
                self.released = True
            case Step.LOST:
                sending = self.last is not None and self.last.purpose is Purpose.SEND
                state = State.UNKNOWN if sending and self.state is State.RUNNING else self.state
                self._becomes(lost(state=state))
            case Step.SEND:
                self._send(fate, delay)
            case Step.LOOK_UP:
                self._look(fate)

    def _seen(self) -> Seen:
        last = self.last
        if last is not None and not last.outcome:
            last = Tried(purpose=last.purpose, is_over=self.open_until <= self.now)
        return Seen(
            state=self.state,
            released=self.released,
            last=last,
            was_sent=self.was_sent,
            asked_again=self.asked_again,
            passes_anew=not self.released,
        )

    def _again(self) -> None:
        if self.state is State.FAILED and self.was_sent:
            self.state, self.asked_again, self.released = State.RUNNING, True, False
            self.tries, self.next_at = 0, self.now

    def _begin(self, purpose: Purpose) -> None:
        self.last = Tried(purpose=purpose)
        self.open_until = self.next_at = self.now + LEASE

    def _send(self, fate: str, delay: float) -> None:
        self._begin(Purpose.SEND)
        self.state, self.sent_at, self.was_sent = State.RUNNING, self.now, True
        self.tries += 1
        self.misled |= fate == "refused and done"
        if fate in ARRIVES:
            self.arrivals.append(self.now + (0.0 if fate == "answered" else delay))
        if not fate.startswith("died"):
            self._becomes(after_send(ANSWERS.get(fate, NONE), tries=self.tries))

    def _look(self, fate: str) -> None:
        self._begin(Purpose.LOOK_UP)
        self.looks += 1
        if fate.startswith("died"):
            return
        found = Done(remote_id="r") if self.done else Absent()
        self._becomes(
            after_look(
                found if fate in ("answered", "lost answer") else NONE,
                state=self.state,
                tries=self.tries,
                looks=self.looks,
                ago=timedelta(seconds=self.now - self.sent_at),
            )
        )

    def _becomes(self, change: Change) -> None:
        assert self.last is not None
        self.last = Tried(purpose=self.last.purpose, outcome=change.ended, code=change.code)
        looked = change.ended is Ended.ABSENT and change.wait == 0
        self.asked_again &= change.state is State.RUNNING and not looked
        self.state = change.state
        self.next_at = self.now + (change.wait or 0.0)


calls = st.lists(
    st.tuples(st.sampled_from((*FATES, AGAIN)), st.floats(0, SETTLES_AFTER.total_seconds() - 1)),
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(calls)
def test_nothing_happens_twice_and_what_is_said_to_be_done_is(
    fates: list[tuple[str, float]],
) -> None:
    world = World()
    for fate, delay in fates:
        world.step(fate, delay)
    for _ in range(3 * MOST_TRIES):
        world.step("answered", 0.0)
    world.now += 3600
    assert world.done <= 1
    assert world.state in (State.SUCCEEDED, State.FAILED)
    assert (world.state is State.SUCCEEDED) == (world.done == 1) or (
        world.misled and world.state is State.FAILED
    )


def test_the_model_would_see_a_second_one() -> None:
    world = World()
    world.step("lost answer", 5.0)
    world.last, world.state = Tried(purpose=Purpose.LOOK_UP, outcome=Ended.ABSENT), State.RUNNING
    world.step("answered", 0.0)
    world.now += 3600
    assert world.done == 2
