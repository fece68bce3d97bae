"""One effect, as far as it goes by now: gate, send, look-up, each step in its own transactions."""

import logging
from datetime import datetime, timedelta
from enum import StrEnum

from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connections.settings import NotSetUp, connector_of, reader_of
from shopops.connectors.ports import (
    ORDER_GONE,
    CannotRead,
    EffectKind,
    Found,
    Reply,
    Unknown,
    Writer,
)
from shopops.execution import alarming, breaker, hands
from shopops.execution.answers import MOST_TRIES, until_again
from shopops.execution.carriers import NobodyDoes, carrier_of
from shopops.execution.codes import EffectCode
from shopops.execution.gate import must_read, pass_gate
from shopops.execution.hands import Hand
from shopops.execution.moving import Move, move, postpone
from shopops.execution.plan import OVER, Step, next_step
from shopops.execution.sending import Begun, begin, close_looked, close_lost, close_sent
from shopops.execution.sources import SourceTrouble, read_again
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.review.renewal import propose_again
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable

logger = logging.getLogger(__name__)
MOST_STEPS = 6  # lost, look-up, gate, send and some; the rest comes when it is due again


class Came(StrEnum):
    """What came of it, for whoever counts."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNKNOWN = "unknown"
    LATER = "later"


CAME = {
    State.SUCCEEDED: Came.SUCCEEDED,
    State.FAILED: Came.FAILED,
    State.UNKNOWN: Came.UNKNOWN,
}


class Trouble(Exception):
    """It can't go on now. `ends`: and never will. `until`: by then, and that is no try. `asked`: in
    vain, so nothing is known against it."""

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        ends: bool = False,
        until: datetime | None = None,
        asked: bool = False,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.ends = ends
        self.until = until
        self.asked = asked


def carry_out(tenant: Tenant, effect_id: int) -> Came:
    """Outside of any transaction, by whoever took it in hand (`due.take`). What breaks off is tried
    again later, and keeps no other effect from going on."""
    try:
        _Carrying(tenant, effect_id).run()
    except Trouble as trouble:
        _put_off(tenant, effect_id, trouble)
    except Exception:
        logger.exception("effect %s of %s broke off", effect_id, tenant)
        _put_off(tenant, effect_id, Trouble(EffectCode.BROKE_OFF))
    with tenant_scope(tenant.pk):
        state = Effect.objects.of(tenant.pk).values_list("state", flat=True).get(pk=effect_id)
    return CAME.get(State(state), Came.LATER)


class _Carrying:
    """Its steps. The order is read from its source once for all of them."""

    def __init__(self, tenant: Tenant, effect_id: int) -> None:
        self._tenant = tenant
        self._id = effect_id
        self._was_read = False

    def run(self) -> None:
        """The first look is at what was taken in hand; from then on only while it is due."""
        for number in range(MOST_STEPS):
            with tenant_scope(self._tenant.pk):
                now = database_now()
                hand = hands.look(self._tenant, self._id, now)
            next_at = hand.effect.next_at
            if number and (next_at is None or next_at > now):
                return
            self._take(hand, next_step(hand.seen))

    def _take(self, hand: Hand, step: Step) -> None:
        match step:
            case Step.LOST:
                close_lost(self._tenant, self._id)
            case Step.WAIT | Step.EARLIER_FAILED:
                _wait_or_fail(self._tenant, self._id)
            case Step.GATE:
                self._gate(hand)
            case Step.SEND:
                self._send(hand)
            case Step.LOOK_UP:
                self._look_up(hand)

    def _gate(self, hand: Hand) -> None:
        if self._writer(hand) is None:
            return
        with tenant_scope(self._tenant.pk):
            reads = must_read(self._tenant, hand.effect, database_now())
        if reads:
            self._read(hand)
        effect = hand.effect
        passed = pass_gate(
            self._tenant, effect, was_read=self._was_read, read_from=effect.connection
        )
        if passed.needs_another:
            self._propose_again(hand)

    def _propose_again(self, hand: Hand) -> None:
        with tenant_scope(self._tenant.pk):
            now = database_now()
        propose_again(tenant_id=self._tenant.pk, order_id=hand.effect.order_id, now=now)

    def _send(self, hand: Hand) -> None:
        writer = self._writer(hand)
        if writer is None:
            return
        if hand.effect.kind == EffectKind.REFUND or _may_be_another_s(hand.effect):
            self._read(hand)
        begun = self._begin(Step.SEND, writer)
        if begun is None:
            return
        state = close_sent(self._tenant, begun, _sent(self._tenant, writer, begun))
        if state is State.FAILED and hand.effect.kind == EffectKind.MAIL:
            self._propose_again(hand)

    def _look_up(self, hand: Hand) -> None:
        writer = self._writer(hand)
        if writer is None:
            return
        begun = self._begin(Step.LOOK_UP, writer)
        if begun is not None:
            close_looked(self._tenant, begun, _found(writer, begun))

    def _begin(self, step: Step, writer: Writer) -> Begun | None:
        try:
            return begin(self._tenant, self._id, step, writer)
        except NobodyDoes as nobody:
            raise Trouble(nobody.code) from nobody

    def _writer(self, hand: Hand) -> Writer | None:
        """None: no mail server is set, so a mail that has not begun stays as it is."""
        try:
            return carrier_of(hand.effect, hand.effect.connection)
        except NobodyDoes as nobody:
            if nobody.code != EffectCode.NO_MAIL_SENDER or hand.seen.state is not State.HELD:
                raise Trouble(nobody.code) from nobody
        with tenant_scope(self._tenant.pk):
            postpone(hand.effect, until=None, code=EffectCode.NO_MAIL_SENDER)
        return None

    def _read(self, hand: Hand) -> None:
        """Once. A shop from which nothing can be read is left to the gate."""
        connection = hand.effect.connection
        if self._was_read or connection is None:
            return
        try:
            reader = reader_of(connection)
        except (NotSetUp, Unreadable) as problem:
            raise Trouble(EffectCode.NOT_SET_UP) from problem
        if reader is None:
            return
        now = self._may_ask(connection)
        order_id = hand.effect.order_id
        try:
            read_again(tenant_id=self._tenant.pk, reader=reader, order_id=order_id, now=now)
        except SourceTrouble as problem:
            self._note_read(connection, problem.asked)
            ends, asked = problem.code == ORDER_GONE, problem.asked is not None
            raise Trouble(problem.code, str(problem), ends=ends, asked=asked) from problem
        self._note_read(connection, None)
        self._was_read = True

    def _may_ask(self, connection: Connection) -> datetime:
        """The time. Not while its shop is left in peace."""
        with tenant_scope(self._tenant.pk):
            now = database_now()
            fresh = Connection.objects.of(self._tenant.pk).get(pk=connection.pk)
            until = breaker.blocked_until(fresh, now)
        if until is not None:
            raise Trouble(EffectCode.SHOP_IS_QUIET, until=until)
        return now

    def _note_read(self, connection: Connection, problem: CannotRead | None) -> None:
        with tenant_scope(self._tenant.pk):
            breaker.note_read(connection.pk, problem, database_now())


def _may_be_another_s(effect: Effect) -> bool:
    """A note is judged by nothing that is read, so an id that another shop gives too is all that
    names its order: reading it tells them apart."""
    connection = effect.connection
    if connection is None or effect.kind != EffectKind.NOTE:
        return False
    return connector_of(connection).counts_alike


def _sent(tenant: Tenant, writer: Writer, begun: Begun) -> Reply:
    """A writer raises nothing. One that does all the same may have sent it before. A process that
    slept until its attempt counted as lost sends nothing: another may be at it."""
    if begun.request is None:
        raise TypeError("what is looked up is not sent")
    with tenant_scope(tenant.pk):
        if database_now() >= begun.open_until:
            return Reply(answer=Unknown(code=EffectCode.CUT_OFF, detail=""))
    try:
        return writer.send(begun.request)
    except Exception as problem:
        logger.exception("sending effect %s broke off", begun.effect_id)
        return Reply(answer=Unknown(code=EffectCode.BROKE_OFF, detail=type(problem).__name__))


def _found(writer: Writer, begun: Begun) -> Found:
    try:
        return writer.find(begun.ask, sent_at=begun.sent_at)
    except Exception as problem:
        logger.exception("looking up effect %s broke off", begun.effect_id)
        return Found(answer=Unknown(code=EffectCode.BROKE_OFF, detail=type(problem).__name__))


def _wait_or_fail(tenant: Tenant, effect_id: int) -> None:
    """Looked at again under the lock, so that what it waits for can't get done unseen."""
    with tenant_scope(tenant.pk):
        now = database_now()
        hand = hands.hold(tenant, effect_id, now)
        step = next_step(hand.seen)
        if step is Step.WAIT:
            postpone(hand.effect, until=None, code=EffectCode.WAITS)
        elif step is Step.EARLIER_FAILED:
            failed = Move(state=State.FAILED, code=EffectCode.EARLIER_STEP_FAILED)
            move(hand.effect, failed, tenant=tenant, now=now)


def _put_off(tenant: Tenant, effect_id: int, trouble: Trouble) -> None:
    """Later again, and not for ever; but what may have arrived stays unknown until that is known,
    and an open attempt is closed by whoever comes after its time is over. What only its shop's
    silence keeps from going on stays approved: somebody is told, and it goes once the shop is
    back."""
    with tenant_scope(tenant.pk):
        now = database_now()
        hand = hands.hold(tenant, effect_id, now)
        effect, state = hand.effect, hand.seen.state
        if state in OVER or (hand.last is not None and not hand.last.outcome):
            return
        if trouble.until is not None:
            postpone(effect, until=trouble.until, code=hands.waiting(hand, trouble.code))
            return
        tries = min(effect.tries + 1, MOST_TRIES)
        Effect.objects.filter(pk=effect.pk).update(tries=tries)
        at_last = tries == MOST_TRIES
        if state is not State.UNKNOWN and (trouble.ends or (at_last and not trouble.asked)):
            failed = Move(state=State.FAILED, code=trouble.code, detail=trouble.detail)
            move(effect, failed, tenant=tenant, now=now)
            return
        code = hands.waiting(hand, EffectCode.SHOP_DOWN if at_last else trouble.code)
        until = now + timedelta(seconds=until_again(tries))
        postpone(effect, until=until, code=code, detail=trouble.detail)
        if at_last and effect.tries < MOST_TRIES and state is not State.UNKNOWN:
            alarming.ring(effect, tenant=tenant, state=State.FAILED, waits=False, now=now)
