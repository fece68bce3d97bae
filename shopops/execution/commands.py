"""What people do about an effect: each command is one change, on the ledger with who and why.

Whatever was ever sent is looked up before it is sent again. Raises `ExecutionRefused`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connections.settings import NotSetUp, reader_of
from shopops.connectors.erased import erased_orders
from shopops.execution import hands, refusals
from shopops.execution.carriers import NobodyDoes, carrier_of, connection_for
from shopops.execution.codes import EffectCode
from shopops.execution.gate import must_read, pass_gate
from shopops.execution.hands import Hand
from shopops.execution.moving import Move, move
from shopops.execution.sources import SourceTrouble, read_again
from shopops.execution.ways import Bar, Way, bar
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.review.reasons import clean, required
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable

LONGEST_ID = 255
BARS = {
    Bar.IN_HAND: refusals.InHand,
    Bar.MOVED_ON: refusals.MovedOn,
    Bar.STILL_UNDOABLE: refusals.StillUndoable,
    Bar.EARLIER_STEP_OPEN: refusals.EarlierStepOpen,
}


def retry(*, tenant_id: int, effect_id: int, by: Membership, reason: str) -> None:
    """What failed is tried again, past the gate as everything is now: at once where it was never
    sent, else when the shop was asked whether it happened. Of a mail nobody can look up whether it
    went, so there a person's word is enough."""
    text = required(reason)
    with _held(tenant_id, effect_id, by) as hand:
        _refuse_barred(hand, Way.RETRY)
        connection = _carried_by(hand, by)
    if not hand.seen.was_sent:
        _pass_gate(hand, connection, by)
    with _held(tenant_id, effect_id, by) as hand:
        _refuse_barred(hand, Way.RETRY)
        if hand.effect.released_at is None and not hand.seen.was_sent:
            raise refusals.MovedOn
        _wants(hand, connection, by)
        _looked_up_first(hand)
        now = database_now()
        again = Move(
            state=State.RUNNING, code=EffectCode.ASKED_AGAIN, next_at=now, by=by, reason=text
        )
        move(hand.effect, again, tenant=hand.tenant, now=now)
        if hand.seen.was_sent and not hand.seen.unseen:
            Effect.objects.filter(pk=hand.effect.pk).update(released_at=None)


def run_held(*, tenant_id: int, effect_id: int, by: Membership, reason: str) -> None:
    """What is held and nobody runs by itself is run. The gate looks at it like at any other."""
    text = required(reason)
    with _held(tenant_id, effect_id, by) as hand:
        _refuse_barred(hand, Way.RUN)
        _wants(hand, _carried_by(hand, by), by)
        now = database_now()
        runs = Move(state=State.HELD, code=EffectCode.ASKED_TO_RUN, next_at=now, by=by, reason=text)
        move(hand.effect, runs, tenant=hand.tenant, now=now)


def mark_done(
    *, tenant_id: int, effect_id: int, by: Membership, reason: str, remote_id: str = ""
) -> None:
    """Somebody did it in the shop. `remote_id`: as the shop names it there, where they know it."""
    text = required(reason)
    there = clean(remote_id).strip()[:LONGEST_ID]
    with _held(tenant_id, effect_id, by) as hand:
        _refuse_barred(hand, Way.BY_HAND)
        done = Move(
            state=State.SUCCEEDED,
            remote_id=there,
            by=by,
            reason=text,
            settles=True,
            says={"by_hand": True},
        )
        move(hand.effect, done, tenant=hand.tenant, now=database_now())


def give_up(*, tenant_id: int, effect_id: int, by: Membership, reason: str) -> None:
    """It is not to happen any more, and rings no longer. One that failed keeps why it failed."""
    text = required(reason)
    with _held(tenant_id, effect_id, by) as hand:
        _refuse_barred(hand, Way.GIVE_UP)
        failed = hand.seen.state is State.FAILED
        ends = Move(
            state=State.FAILED,
            code=hand.effect.code if failed else EffectCode.GIVEN_UP,
            detail=hand.effect.detail if failed else "",
            by=by,
            reason=text,
            settles=True,
            says={"given_up": True},
        )
        move(hand.effect, ends, tenant=hand.tenant, now=database_now())


@contextmanager
def _held(tenant_id: int, effect_id: int, by: Membership) -> Iterator[Hand]:
    """One scope; the effect is locked in it."""
    if by.tenant_id != tenant_id:
        raise refusals.NotAllowed
    with tenant_scope(tenant_id):
        people = Membership.objects.select_related("tenant")
        # Their role stays as it is until the scope ends.
        person = people.select_for_update(of=("self",), no_key=True).get(pk=by.pk)
        if not allows(person, Role.REVIEWER):
            raise refusals.NotAllowed
        try:
            hand = hands.hold(person.tenant, effect_id, database_now())
        except Effect.DoesNotExist:
            raise refusals.UnknownEffect from None
        if erased_orders(tenant_id, [hand.effect.order_id]):
            raise refusals.OrderErased
        yield hand


def _refuse_barred(hand: Hand, way: Way) -> None:
    barred = bar(way, hands.stands(hand, database_now()))
    if barred is not None:
        raise BARS[barred]


def _carried_by(hand: Hand, by: Membership) -> Connection:
    effect = hand.effect
    connection = connection_for(effect)
    try:
        carrier_of(effect, connection, wanted_by=by)
    except NobodyDoes as nobody:
        raise refusals.NobodyCarriesOut from nobody
    if connection is None:
        raise refusals.NobodyCarriesOut
    return connection


def _wants(hand: Hand, connection: Connection, by: Membership) -> None:
    """From now on by this person's wish, with all its tries before it."""
    Effect.objects.filter(pk=hand.effect.pk).update(connection=connection, run_by=by, tries=0)


def _looked_up_first(hand: Hand) -> None:
    """What was sent once passes the gate after it was looked up, so it may run until then."""
    Effect.objects.filter(pk=hand.effect.pk, released_at=None).update(released_at=database_now())


def _pass_gate(hand: Hand, connection: Connection, by: Membership) -> None:
    was_read = _read(hand, connection)
    passed = pass_gate(hand.tenant, hand.effect, was_read=was_read, by=by, read_from=connection)
    if passed.codes:
        raise refusals.StillBarred(next(iter(passed.codes.values())))


def _read(hand: Hand, connection: Connection) -> bool:
    """Outside of any transaction."""
    with tenant_scope(hand.tenant.pk):
        now: datetime = database_now()
        reads = must_read(hand.tenant, hand.effect, now)
    try:
        reader = reader_of(connection)
        if reader is None or not reads:
            return False
        order_id = hand.effect.order_id
        read_again(tenant_id=hand.tenant.pk, reader=reader, order_id=order_id, now=now)
    except (SourceTrouble, NotSetUp, Unreadable) as problem:
        raise refusals.SourceNotRead from problem
    return True
