"""An attempt ends: what its answer, or nobody's, makes of the effect."""

from datetime import datetime, timedelta

import msgspec

from shopops.alarms.clock import database_now
from shopops.connectors.ports import EffectKind, Found, Reply
from shopops.execution import breaker, hands
from shopops.execution.alarming import ring
from shopops.execution.alike import not_anothers
from shopops.execution.answers import Change, after_look, after_send, lost
from shopops.execution.codes import EffectCode
from shopops.execution.hands import Hand
from shopops.execution.mail_back import note_undeliverable
from shopops.execution.moving import Move, move, note_done_late
from shopops.execution.plain import plain_code, plain_detail, plain_id
from shopops.execution.plan import OVER, Step, next_step
from shopops.execution.sending.opening import Begun
from shopops.outbox.models import Attempt
from shopops.outbox.states import Ended, Purpose, State
from shopops.proposals.lock import lock_pipeline
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose as Sealing
from shopops.tenants.sealing import seal

MOST_KEPT = 64 * 1024  # bytes of an answer


def close_sent(tenant: Tenant, begun: Begun, reply: Reply) -> State:
    """What became of what was sent, on record; where the effect stands then."""
    with tenant_scope(tenant.pk):
        now = database_now()
        hand = hands.hold(tenant, begun.effect_id, now)
        change = after_send(reply.answer, tries=hand.effect.tries)
        _note_connection(hand, reply, now)
        state = _close(hand, begun, change, reply, now)
        if change.code == EffectCode.NO_SUCH_ADDRESS and state is State.FAILED:
            note_undeliverable(hand.effect, said=change.detail, now=now)
        return state


def close_looked(tenant: Tenant, begun: Begun, found: Found) -> State:
    """One at a time in a shop, so that two which look alike can't both take one for theirs."""
    with tenant_scope(tenant.pk):
        lock_pipeline(tenant.pk)
        now = database_now()
        hand = hands.hold(tenant, begun.effect_id, now)
        found = not_anothers(hand.effect, found)
        looks = Attempt.objects.filter(effect=begun.effect_id, purpose=Purpose.LOOK_UP)
        change = after_look(
            found.answer,
            state=State(hand.effect.state),
            tries=hand.effect.tries,
            looks=looks.count(),
            ago=begun.began_at - begun.out_by,  # how long the answer took says nothing
        )
        _note_connection(hand, found, now)
        return _close(hand, begun, change, found, now)


def close_lost(tenant: Tenant, effect_id: int) -> None:
    """The attempt of a process that is gone."""
    with tenant_scope(tenant.pk):
        now = database_now()
        hand = hands.hold(tenant, effect_id, now)
        if next_step(hand.seen) is not Step.LOST or hand.last is None:
            return
        was_sending = hand.last.purpose == Purpose.SEND and hand.seen.state is State.RUNNING
        change = lost(state=State.UNKNOWN if was_sending else hand.seen.state)
        _end(hand.last, change, None, now)
        if hand.seen.state not in (State.RUNNING, State.UNKNOWN):
            return
        _apply(hand, change, now, attempt=hand.last.number)


def _close(hand: Hand, begun: Begun, change: Change, answer: Reply | Found, now: datetime) -> State:
    """An answer that comes when its attempt counted as lost already still tells that it was done,
    also where it has ended as not done since; else a later look-up knows better."""
    attempt = Attempt.objects.select_for_update(no_key=True).get(pk=begun.attempt_id)
    state = hand.seen.state
    is_ours = not attempt.outcome
    if is_ours:
        _end(attempt, change, answer, now)
    is_mail = hand.effect.kind == EffectKind.MAIL  # it may have gone, and come back since
    if state in OVER and change.ended is Ended.DONE and not is_mail and _is_news(hand, change):
        late = Move(state=state, remote_id=change.remote_id, says={"attempt": attempt.number})
        note_done_late(hand.effect, late, tenant=hand.tenant, now=now)
    if state not in (State.RUNNING, State.UNKNOWN):
        return state
    if not is_ours and change.ended is not Ended.DONE:
        return state
    if not is_ours and not is_mail and _goes_beside(attempt):
        change = msgspec.structs.replace(change, code=EffectCode.DONE_TWICE)
    _apply(hand, change, now, attempt=attempt.number)
    return change.state


def _goes_beside(attempt: Attempt) -> bool:
    """Another try has gone out since, and nobody knows that nothing came of that one."""
    later = Attempt.objects.filter(effect=attempt.effect_id, number__gt=attempt.number)
    may_have_arrived = ("", Ended.UNKNOWN, Ended.LOST)
    return later.filter(purpose=Purpose.SEND, outcome__in=may_have_arrived).exists()


def _is_news(hand: Hand, change: Change) -> bool:
    """It counted as not done, or as done by another hand or try: it may have happened twice."""
    effect = hand.effect
    return effect.state == State.FAILED or plain_id(change.remote_id) != effect.remote_id


def _end(attempt: Attempt, change: Change, answer: Reply | Found | None, now: datetime) -> None:
    body = answer.body[:MOST_KEPT] if answer else b""
    Attempt.objects.filter(pk=attempt.pk).update(
        ended_at=now,
        outcome=change.ended,
        code=plain_code(change.code),
        detail=plain_detail(change.detail),
        status=answer.status if answer else None,
        reply=seal(body, purpose=Sealing.EXCHANGE) if body else None,
    )


def _apply(hand: Hand, change: Change, now: datetime, *, attempt: int) -> None:
    wait = change.wait
    still_asked = hand.seen.asked_again and change.state is State.RUNNING
    is_absent = change.ended is Ended.ABSENT and wait == 0
    code = EffectCode.ASKED_AGAIN if still_asked and not is_absent else change.code
    made = Move(
        state=change.state,
        code=code,
        detail=change.detail,
        remote_id=change.remote_id,
        next_at=None if wait is None else now + timedelta(seconds=wait),
        hurries=change.rings,
        says={"attempt": attempt},
    )
    move(hand.effect, made, tenant=hand.tenant, now=now)
    if change.rings and change.state is State.RUNNING:  # a person wants it, and nobody can say
        ring(hand.effect, tenant=hand.tenant, state=State.UNKNOWN, waits=False, now=now)


def _note_connection(hand: Hand, answer: Reply | Found, now: datetime) -> None:
    if hand.effect.connection_id is not None and hand.effect.kind != EffectKind.MAIL:
        breaker.note(hand.effect.connection_id, answer.answer, now)
