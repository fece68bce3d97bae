"""What is done next for an effect, and what an answer makes of it."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from shopops.connectors.ports import Absent, Done, Refused, Unknown
from shopops.execution.answers import (
    MOST_TRIES,
    SETTLES_AFTER,
    after_look,
    after_send,
    until_again,
)
from shopops.execution.breaker import OPENS_AT, is_failure, quiet_for
from shopops.execution.codes import EffectCode
from shopops.execution.plain import plain, plain_detail, plain_id
from shopops.execution.plan import Seen, Step, Tried, next_step
from shopops.outbox.states import Ended, Purpose, State

LONG_AGO = timedelta(hours=1)


def sent(outcome: str, *, is_over: bool = False) -> Tried:
    return Tried(purpose=Purpose.SEND, outcome=outcome, is_over=is_over)


@pytest.mark.parametrize("state", [State.SUCCEEDED, State.FAILED, State.LET_GO])
def test_what_is_over_is_left_alone(state: State) -> None:
    assert next_step(Seen(state=state, released=True)) is Step.NOTHING


def test_what_is_held_passes_the_gate_before_anything_goes_out() -> None:
    assert next_step(Seen(state=State.HELD)) is Step.GATE
    assert next_step(Seen(state=State.HELD, released=True)) is Step.SEND


def test_an_open_attempt_is_left_to_its_process_until_that_counts_as_dead() -> None:
    at_it = Seen(state=State.RUNNING, released=True, last=sent(""), was_sent=True)
    assert next_step(at_it) is Step.NOTHING
    gone = Seen(state=State.RUNNING, released=True, last=sent("", is_over=True), was_sent=True)
    assert next_step(gone) is Step.LOST


@pytest.mark.parametrize("outcome", [Ended.UNKNOWN, Ended.LOST])
@pytest.mark.parametrize("state", [State.UNKNOWN, State.RUNNING])
def test_what_may_have_arrived_is_looked_up_before_it_is_sent_again(
    outcome: Ended, state: State
) -> None:
    seen = Seen(state=state, released=True, last=sent(outcome), was_sent=True)
    assert next_step(seen) is Step.LOOK_UP


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Ended.UNKNOWN, "silent"),
        (Ended.LOST, EffectCode.CUT_OFF),
        (Ended.ABSENT, EffectCode.NOT_THERE_YET),
    ],
)
def test_a_look_up_that_settled_nothing_is_made_again_whatever_the_effect_s_code_says(
    outcome: Ended, code: str
) -> None:
    """A shop that is paused or quiet writes its own code over a person's wish."""
    looked = Tried(purpose=Purpose.LOOK_UP, outcome=outcome, code=code)
    seen = Seen(state=State.RUNNING, last=looked, was_sent=True)
    assert next_step(seen) is Step.LOOK_UP


def test_what_nothing_came_of_is_sent_again() -> None:
    refused = Seen(state=State.RUNNING, released=True, last=sent(Ended.AGAIN), was_sent=True)
    assert next_step(refused) is Step.SEND
    absent = Tried(purpose=Purpose.LOOK_UP, outcome=Ended.ABSENT)
    looked = Seen(state=State.RUNNING, released=True, last=absent, was_sent=True)
    assert next_step(looked) is Step.SEND


def test_what_passed_the_gate_too_long_ago_passes_it_again_when_it_is_known_not_to_be_there() -> (
    None
):
    absent = Tried(purpose=Purpose.LOOK_UP, outcome=Ended.ABSENT)
    assert next_step(Seen(state=State.RUNNING, last=absent, was_sent=True)) is Step.GATE
    assert next_step(Seen(state=State.UNKNOWN, last=absent, was_sent=True)) is Step.LOOK_UP
    lost = Seen(state=State.RUNNING, last=sent(Ended.LOST), was_sent=True)
    assert next_step(lost) is Step.LOOK_UP


def test_what_a_person_wants_tried_again_is_looked_up_when_it_was_ever_sent() -> None:
    seen = Seen(state=State.RUNNING, released=True, asked_again=True)
    assert next_step(seen) is Step.SEND
    again = Seen(
        state=State.RUNNING,
        released=True,
        asked_again=True,
        was_sent=True,
        last=sent(Ended.REFUSED),
    )
    assert next_step(again) is Step.LOOK_UP
    left = replace(again, released=False, asked_again=False, passes_anew=True)
    assert next_step(left) is Step.LOOK_UP  # whatever it waited for since
    absent = Tried(purpose=Purpose.LOOK_UP, outcome=Ended.ABSENT)
    assert next_step(replace(left, last=absent)) is Step.GATE


def test_a_step_waits_for_the_one_before_it_and_goes_down_with_it() -> None:
    def after(*earlier: State) -> Step:
        return next_step(Seen(state=State.HELD, released=True, earlier=earlier))

    assert after(State.SUCCEEDED, State.RUNNING) is Step.WAIT
    assert after(State.UNKNOWN) is Step.WAIT
    assert after(State.SUCCEEDED, State.FAILED) is Step.EARLIER_FAILED
    assert after(State.SUCCEEDED, State.SUCCEEDED) is Step.SEND


def test_only_a_promise_that_nothing_happened_is_tried_again_and_not_for_ever() -> None:
    busy = Refused(code="busy", detail="", again=True)
    first = after_send(busy, tries=1)
    assert (first.state, first.ended, first.rings) == (State.RUNNING, Ended.AGAIN, False)
    last = after_send(busy, tries=MOST_TRIES)
    assert (last.state, last.code, last.wait, last.rings) == (State.FAILED, "busy", None, True)
    final = after_send(Refused(code="no", detail="No."), tries=1)
    assert (final.state, final.ended, final.rings) == (State.FAILED, Ended.REFUSED, True)
    nobody_knows = after_send(Unknown(code="cut", detail=""), tries=1)
    assert (nobody_knows.state, nobody_knows.ended) == (State.UNKNOWN, Ended.UNKNOWN)


def test_the_shops_own_wish_to_wait_is_honoured_and_the_waits_grow() -> None:
    slow = Refused(code="throttled", detail="", again=True, after_seconds=900)
    assert after_send(slow, tries=1).wait == 900
    assert 30 <= until_again(1) < 46
    assert 240 <= until_again(4) < 256
    assert until_again(50) <= 3600 + 15
    assert len({until_again(1) for _ in range(20)}) > 1  # not all that wait come at once


def test_absent_is_believed_only_when_the_request_can_be_on_its_way_no_more() -> None:
    def looked(ago: timedelta, tries: int = 1) -> tuple[State, float | None]:
        change = after_look(Absent(), state=State.UNKNOWN, tries=tries, looks=1, ago=ago)
        return change.state, change.wait

    assert looked(SETTLES_AFTER - timedelta(seconds=10)) == (State.UNKNOWN, 10)
    assert looked(SETTLES_AFTER) == (State.RUNNING, 0)
    assert looked(LONG_AGO, tries=MOST_TRIES) == (State.FAILED, None)


def test_a_look_up_that_finds_it_settles_it_and_one_without_an_answer_rings() -> None:
    found = after_look(
        Done(remote_id="r1"), state=State.UNKNOWN, tries=1, looks=1, ago=timedelta(0)
    )
    assert (found.state, found.remote_id) == (State.SUCCEEDED, "r1")
    none = Unknown(code="down", detail="")
    change = after_look(none, state=State.UNKNOWN, tries=1, looks=3, ago=LONG_AGO)
    assert (change.state, change.rings) == (State.UNKNOWN, True)


def test_the_breaker_counts_what_brought_no_answer_and_opens_after_some() -> None:
    assert is_failure(Unknown(code="cut", detail=""))
    assert not is_failure(Unknown(code="too_early", detail="", answered=True))
    assert is_failure(Refused(code="unreachable", detail="", again=True))
    assert not is_failure(Refused(code="throttled", detail="", again=True, after_seconds=4))
    assert not is_failure(Refused(code="no", detail=""))
    assert not is_failure(Done(remote_id="r1"))
    assert quiet_for(OPENS_AT - 1) is None
    first, second = quiet_for(OPENS_AT), quiet_for(OPENS_AT + 2)
    assert first is not None
    assert second is not None
    assert first < second


def test_whatever_a_shop_says_can_be_stored() -> None:
    assert plain("a\0b\ud800c", 10) == "ab?c"
    assert len(plain_id("x" * 300)) == 255


def test_what_is_kept_of_an_answer_names_nobody() -> None:
    said = "550 5.1.1 <ada@customers.example>: Recipient address rejected"
    assert plain_detail(said) == "550 5.1.1 <•••>: Recipient address rejected"


def test_a_mail_in_doubt_is_never_sent_again_by_itself() -> None:
    """There is no place to look it up: the look-up only says so, once, and then a person has to."""
    in_doubt = Unknown(code="mail_in_doubt", detail="", for_good=True)
    for change in (
        after_send(in_doubt, tries=1),
        after_look(in_doubt, state=State.UNKNOWN, tries=1, looks=1, ago=LONG_AGO),
        after_look(in_doubt, state=State.RUNNING, tries=1, looks=1, ago=LONG_AGO),
    ):
        assert (change.state, change.wait, change.rings) == (State.UNKNOWN, None, True)


@pytest.mark.parametrize("outcome", [Ended.UNKNOWN, Ended.LOST])
def test_a_mail_goes_again_by_a_person_s_word_and_by_nothing_else(outcome: str) -> None:
    def seen(*, asked: bool) -> Seen:
        last = sent(outcome)
        running = State.RUNNING
        return Seen(
            state=running, released=True, last=last, was_sent=True, asked_again=asked, unseen=True
        )

    assert next_step(seen(asked=True)) is Step.SEND
    assert next_step(seen(asked=False)) is Step.LOOK_UP
