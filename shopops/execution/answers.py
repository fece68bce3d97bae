"""What an answer makes of an effect, and when it is looked at again. Pure."""

from collections.abc import Callable
from datetime import timedelta

from msgspec import Struct
from tenacity import RetryCallState, Retrying
from tenacity.wait import wait_exponential_jitter

from shopops.connectors.ports import Absent, Done, Refused, Unknown
from shopops.execution.codes import EffectCode
from shopops.outbox.states import Ended, State

MOST_TRIES = 8  # of one that nothing came of; a good hour in all
# An answer that never came may belong to a request that is still on its way, so what the source
# doesn't show counts as absent only that long after the request went out.
SETTLES_AFTER = timedelta(seconds=60)
LOOK_SOON = 15.0
LONGEST_WAIT = 3600.0  # whatever the shop asks for: what waits rings for nobody

_retrying = Retrying()
_again = wait_exponential_jitter(multiplier=30, max=3600, jitter=15)
_looks = wait_exponential_jitter(multiplier=30, max=1800, jitter=15)
Wait = Callable[[int], float]


def until_again(tries: int) -> float:
    """Seconds before the next try, after so many."""
    return _waits(_again, tries)


def until_look(looks: int) -> float:
    """Seconds before the next look-up, after so many that found nothing out."""
    return _waits(_looks, looks)


def _waits(wait: wait_exponential_jitter, times: int) -> float:
    state = RetryCallState(_retrying, None, (), {})
    state.attempt_number = max(1, times)
    return wait(state)


def asked_to_wait(seconds: float | None) -> float:
    """That the shop asks for, and no more than can be waited."""
    return min(LONGEST_WAIT, seconds or 0.0)


class Change(Struct, frozen=True, kw_only=True):
    """`ended`: what the attempt came to. `state`: where the effect stands then. `wait`: seconds
    until it is taken up again; None: not by itself. `rings`: somebody is to hear of it now."""

    ended: Ended
    state: State
    code: str = ""
    detail: str = ""
    remote_id: str = ""
    wait: float | None = None
    rings: bool = False


def after_send(answer: Done | Refused | Unknown, *, tries: int) -> Change:
    """`tries`: with this one."""
    match answer:
        case Done():
            return Change(ended=Ended.DONE, state=State.SUCCEEDED, remote_id=answer.remote_id)
        case Unknown():
            return Change(
                ended=Ended.UNKNOWN,
                state=State.UNKNOWN,
                code=answer.code,
                detail=answer.detail,
                wait=None if answer.for_good else LOOK_SOON,
                rings=answer.for_good,
            )
        case Refused(again=True) if tries < MOST_TRIES:
            return Change(
                ended=Ended.AGAIN,
                state=State.RUNNING,
                code=answer.code,
                detail=answer.detail,
                wait=max(asked_to_wait(answer.after_seconds), until_again(tries)),
            )
    return Change(
        ended=Ended.REFUSED, state=State.FAILED, code=answer.code, detail=answer.detail, rings=True
    )


def after_look(
    answer: Done | Absent | Unknown, *, state: State, tries: int, looks: int, ago: timedelta
) -> Change:
    """`looks`: with this one. `ago`: since the newest request went out."""
    match answer:
        case Done():
            return Change(ended=Ended.DONE, state=State.SUCCEEDED, remote_id=answer.remote_id)
        case Unknown(for_good=True):
            return Change(
                ended=Ended.UNKNOWN,
                state=State.UNKNOWN,
                code=answer.code,
                detail=answer.detail,
                rings=True,
            )
        case Unknown():
            return Change(
                ended=Ended.UNKNOWN,
                state=state,
                code=answer.code,
                detail=answer.detail,
                wait=until_look(looks),
                rings=True,
            )
    if ago < SETTLES_AFTER:
        left = (SETTLES_AFTER - ago).total_seconds()
        return Change(ended=Ended.ABSENT, state=state, code=EffectCode.NOT_THERE_YET, wait=left)
    if tries >= MOST_TRIES:
        return Change(
            ended=Ended.ABSENT, state=State.FAILED, code=EffectCode.TRIED_OFTEN, rings=True
        )
    return Change(ended=Ended.ABSENT, state=State.RUNNING, wait=0.0)


def lost(*, state: State) -> Change:
    """Its process died: whether a request went out, nobody knows."""
    return Change(ended=Ended.LOST, state=state, code=EffectCode.CUT_OFF, wait=0.0)
