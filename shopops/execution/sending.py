"""One attempt: begun on disk with every byte that goes out, then made, then recorded.

Each half is a transaction. A process that dies between them leaves the attempt open, and whoever
comes after its time is over closes it as lost.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.conf import settings

from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connectors.ports import AnyAsk, EffectKind, Found, NotOffered, Reply, Request, Writer
from shopops.execution import breaker, hands
from shopops.execution.alarming import DONE_TWICE, NOT_OFFERED, ring
from shopops.execution.alike import not_anothers
from shopops.execution.answers import Change, after_look, after_send, lost
from shopops.execution.asks import ask_of
from shopops.execution.cannot import CannotAsk
from shopops.execution.carriers import served_by
from shopops.execution.checking import check_money, take_money_locks
from shopops.execution.hands import Hand
from shopops.execution.mail_back import note_undeliverable
from shopops.execution.mail_writer import NO_SUCH_ADDRESS
from shopops.execution.money import Money
from shopops.execution.moving import Move, move, note_done_late, postpone
from shopops.execution.plain import plain_code, plain_detail, plain_id
from shopops.execution.plan import OVER, Step, next_step
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Ended, Purpose, State
from shopops.proposals.lock import lock_pipeline
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose as Sealing
from shopops.tenants.sealing import seal

SHORTEST_LEASE = timedelta(minutes=3)
# As many time-outs as an attempt takes at most: what is read before it is sent, such as a token, is
# asked for three times, and each answer may come in pieces.
CALLS = 8
FOR_ANOTHER = timedelta(seconds=30)  # before it is looked whether another refund has settled
MOST_KEPT = 64 * 1024  # bytes of an answer


@dataclass(frozen=True, slots=True)
class Begun:
    """An open attempt. `request` is None for a look-up. `began_at`: nothing was asked before.
    `sent_at`: when the newest request began to go out; `out_by`: when the last of it had. From
    `open_until` on it counts as lost."""

    effect_id: int
    attempt_id: int
    ask: AnyAsk
    request: Request | None
    began_at: datetime
    sent_at: datetime
    out_by: datetime
    open_until: datetime


def lease() -> timedelta:
    """Longer than any attempt may take: then its process counts as dead."""
    return max(SHORTEST_LEASE, timedelta(seconds=CALLS * settings.SHOPOPS_SHOP_TIMEOUT + 30))


def begin(tenant: Tenant, effect_id: int, step: Step, writer: Writer) -> Begun | None:
    """None: something else is to be done first, or nothing; it says so in the effect's row. Raises
    `NobodyDoes` where its shop was left since the writer was made."""
    with tenant_scope(tenant.pk):
        is_refund = Effect.objects.of(tenant.pk).filter(pk=effect_id, kind=EffectKind.REFUND)
        if step is Step.SEND and is_refund.exists():
            take_money_locks(tenant.pk)
        now = database_now()
        hand = hands.hold(tenant, effect_id, now)
        if next_step(hand.seen) is not step or _is_blocked(hand, now):
            return None
        ask, request = _asked(hand, step, writer, now)
        if ask is None or not _may_go(hand, step, now):
            return None
        return _open(hand, step, ask, request, now)


def _is_blocked(hand: Hand, now: datetime) -> bool:
    """By the connection's row as it is now, not as it was read before the lock."""
    effect = hand.effect
    if effect.connection_id is None:
        return False
    connection = served_by(effect, Connection.objects.get(pk=effect.connection_id))
    if effect.kind == EffectKind.MAIL:
        return False
    until = breaker.blocked_until(connection, now)
    if until is not None:
        postpone(hand.effect, until=until, code=hands.waiting(hand, breaker.SHOP_IS_QUIET))
    return until is not None


def _asked(
    hand: Hand, step: Step, writer: Writer, now: datetime
) -> tuple[AnyAsk | None, Request | None]:
    """What can't be asked fails: no later try would know more."""
    try:
        ask = ask_of(hand.effect)
        return ask, writer.request_for(ask) if step is Step.SEND else None
    except CannotAsk as problem:
        code, detail = problem.code, ""
    except NotOffered as problem:
        code, detail = NOT_OFFERED, str(problem)
    failed = Move(state=State.FAILED, code=code, detail=detail)
    move(hand.effect, failed, tenant=hand.tenant, now=now)
    return None, None


def _may_go(hand: Hand, step: Step, now: datetime) -> bool:
    if step is not Step.SEND or hand.effect.kind != EffectKind.REFUND:
        return True
    verdict, code, detail = check_money(hand, now)
    if verdict is Money.WAIT:
        postpone(hand.effect, until=now + FOR_ANOTHER, code="waits_for_refund")
    if verdict is Money.DENY:
        failed = Move(state=State.FAILED, code=code, detail=detail)
        move(hand.effect, failed, tenant=hand.tenant, now=now)
    return verdict is Money.GO


def _open(hand: Hand, step: Step, ask: AnyAsk, request: Request | None, now: datetime) -> Begun:
    effect, until = hand.effect, now + lease()
    attempt = Attempt.objects.create(
        tenant=hand.tenant,
        effect=effect,
        number=hand.last.number + 1 if hand.last else 1,
        purpose=Purpose.SEND if request else Purpose.LOOK_UP,
        began_at=now,
        open_until=until,
        request=seal(msgspec.json.encode(request), purpose=Sealing.EXCHANGE) if request else None,
    )
    if request is None:
        Effect.objects.filter(pk=effect.pk).update(next_at=until)
        return Begun(effect.pk, attempt.pk, ask, None, now, *_went_out(effect, now), until)
    Effect.objects.filter(pk=effect.pk).update(tries=effect.tries + 1)
    running = Move(state=State.RUNNING, next_at=until, says={"attempt": attempt.number})
    move(effect, running, tenant=hand.tenant, now=now)
    return Begun(effect.pk, attempt.pk, ask, request, now, now, now, until)


def _went_out(effect: Effect, now: datetime) -> tuple[datetime, datetime]:
    """When the newest request began to go out, and when the last of it had at the latest: a process
    that died says no more, and no attempt takes longer than it is leased for."""
    sent = Attempt.objects.filter(effect=effect, purpose=Purpose.SEND).order_by("-number").first()
    if sent is None:
        return now, now
    is_lost = sent.ended_at is None or sent.outcome == Ended.LOST
    return sent.began_at, sent.open_until if is_lost else sent.ended_at or sent.open_until


def close_sent(tenant: Tenant, begun: Begun, reply: Reply) -> State:
    """What became of what was sent, on record; where the effect stands then."""
    with tenant_scope(tenant.pk):
        now = database_now()
        hand = hands.hold(tenant, begun.effect_id, now)
        change = after_send(reply.answer, tries=hand.effect.tries)
        _note_connection(hand, reply, now)
        state = _close(hand, begun, change, reply, now)
        if change.code == NO_SUCH_ADDRESS and state is State.FAILED:
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
        change = msgspec.structs.replace(change, code=DONE_TWICE)
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
    code = hands.ASKED_AGAIN if still_asked and not is_absent else change.code
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
