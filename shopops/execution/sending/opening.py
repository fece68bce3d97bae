"""An attempt begins: everything that goes out stands in its row before it does."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.conf import settings

from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connectors.ports import AnyAsk, EffectKind, NotOffered, Request, Writer
from shopops.execution import breaker, hands
from shopops.execution.asks import ask_of
from shopops.execution.cannot import CannotAsk
from shopops.execution.carriers import served_by
from shopops.execution.checking import check_money, take_money_locks
from shopops.execution.codes import EffectCode
from shopops.execution.hands import Hand
from shopops.execution.money import Money
from shopops.execution.moving import Move, move, postpone
from shopops.execution.plan import Step, next_step
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Ended, Purpose, State
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose as Sealing
from shopops.tenants.sealing import seal

SHORTEST_LEASE = timedelta(minutes=3)
# As many time-outs as an attempt takes at most: what is read before it is sent, such as a token, is
# asked for three times, and each answer may come in pieces.
CALLS = 8
FOR_ANOTHER = timedelta(seconds=30)  # before it is looked whether another refund has settled


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
        postpone(hand.effect, until=until, code=hands.waiting(hand, EffectCode.SHOP_IS_QUIET))
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
        code, detail = EffectCode.NOT_OFFERED, str(problem)
    failed = Move(state=State.FAILED, code=code, detail=detail)
    move(hand.effect, failed, tenant=hand.tenant, now=now)
    return None, None


def _may_go(hand: Hand, step: Step, now: datetime) -> bool:
    if step is not Step.SEND or hand.effect.kind != EffectKind.REFUND:
        return True
    verdict, code, detail = check_money(hand, now)
    if verdict is Money.WAIT:
        postpone(hand.effect, until=now + FOR_ANOTHER, code=EffectCode.WAITS_FOR_REFUND)
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
