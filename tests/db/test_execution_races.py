"""Several at the same moment, on real connections: each thing happens once, or not at all."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event

import psycopg
import pytest

from shopops.connections.models import Connection
from shopops.connectors.ports import Fetched
from shopops.connectors.registry import ORDER_FORMATS
from shopops.connectors.shops import CONNECTORS
from shopops.deliveries import polling
from shopops.execution import commands, refusals
from shopops.execution.checking import take_money_locks
from shopops.execution.gate import pass_gate
from shopops.execution.plan import Step
from shopops.execution.sending import begin, close_sent
from shopops.execution.tasks import LOCK, run_one
from shopops.outbox.states import State
from shopops.proposals.models import ExecutionStatus
from shopops.review.refusals import DecisionRefused
from shopops.tenants.scope import tenant_scope
from tests.support.at_once import at_once
from tests.support.carrying import Carrying, action_of, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.locks import wait_for_a_waiting_session
from tests.support.shop_double import Fault

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SPLIT = "O-1030"


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER, SPLIT], folder=tmp_path, clock=clock, honours_keys=False) as made:
        yield made


def test_two_workers_at_once_do_it_once(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    at_once(shop.run, shop.run, shop.run)
    assert len(shop.shop.books.effects()) == 1
    assert shop.effect().state == State.SUCCEEDED
    assert len(shop.attempts()) == 1


def test_a_shop_has_one_worker_at_a_time(shop: Carrying, superuser_dsn: str) -> None:
    shop.approve(ORDER, REFUND)
    with psycopg.connect(superuser_dsn, autocommit=True) as other:
        other.execute(f"SELECT pg_advisory_lock({LOCK})", [shop.room.shop.pk])
        run_one(shop.room.shop.pk)
        assert shop.effect().state == State.HELD
        other.execute(f"SELECT pg_advisory_unlock({LOCK})", [shop.room.shop.pk])
    run_one(shop.room.shop.pk)
    assert shop.effect().state == State.SUCCEEDED


def test_two_that_begin_the_same_attempt_at_once_begin_one(shop: Carrying) -> None:
    """Past the due scan, which gives an effect to one of them only."""
    shop.approve(ORDER, REFUND)
    tenant, effect, writer = shop.room.shop, shop.effect(), shop.writer
    pass_gate(tenant, effect, was_read=True)

    def begins() -> object:
        return begin(tenant, effect.pk, Step.SEND, writer)

    begun = at_once(begins, begins, begins)
    assert len([one for one in begun if one is not None]) == 1
    assert len(shop.attempts()) == 1


def test_an_undo_at_the_last_moment_wins_or_comes_too_late_and_never_both(shop: Carrying) -> None:
    """The clock of who undoes is a little behind the one of the gate."""
    decided_at = shop.clock.now - shop.room.now
    shop.deciding(ORDER).approve(REFUND, after=decided_at)
    shop.clock.move(minutes=12)
    handle = shop.room.handle(ORDER)

    def undoes() -> object:
        return shop.deciding(ORDER).undo(handle=handle, after=decided_at)

    _, undone = at_once(shop.run, undoes)
    effect = shop.effect()
    action = action_of(effect)
    sent = len(shop.shop.books.effects())
    if isinstance(undone, DecisionRefused):
        assert (effect.state, action.execution_status, sent) == ("succeeded", "succeeded", 1)
    else:
        assert (effect.state, action.execution_status, sent) == ("let_go", "none", 0)


def test_after_the_gate_an_undo_still_lets_go_what_has_not_begun(shop: Carrying) -> None:
    decided_at = shop.clock.now - shop.room.now
    shop.deciding(ORDER).approve(REFUND, after=decided_at)
    shop.clock.move(minutes=12)
    pass_gate(shop.room.shop, shop.effect(), was_read=True)
    shop.deciding(ORDER).undo(after=decided_at)
    assert shop.effect().state == State.LET_GO
    assert shop.run().succeeded == 0
    assert shop.shop.books.lines() == []


@pytest.mark.parametrize("command", [commands.mark_done, commands.retry])
def test_of_people_who_step_in_at_once_one_does(
    shop: Carrying, command: Callable[..., None]
) -> None:
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.approve(ORDER, REFUND)
    assert shop.run().failed == 1
    effect = shop.effect()

    def does(name: str) -> Callable[[], object]:
        person = shop.room.person(name)
        return lambda: command(
            tenant_id=shop.room.shop.pk, effect_id=effect.pk, by=person, reason="now"
        )

    outcomes = at_once(does("Maya"), does("Noor"))
    assert [type(one) for one in outcomes if one is not None] == [refusals.MovedOn]
    assert len([one for one in shop.told() if one.get("by")]) == 1


def test_the_webhook_that_shows_our_refund_before_its_answer_is_on_record_pays_nothing_twice(
    shop: Carrying,
) -> None:
    """Half of a payment of two is on its way; the other half looks at the newest record."""
    refunds = [
        one.index for one in shop.room.proposal(SPLIT).actions.all() if one.kind == "propose_refund"
    ]
    shop.approve(SPLIT, *refunds)
    tenant, writer = shop.room.shop, shop.writer
    first, _ = shop.effects(SPLIT)
    pass_gate(tenant, first, was_read=True)
    begun = begin(tenant, first.pk, Step.SEND, writer)
    assert begun is not None
    assert begun.request is not None
    reply = writer.send(begun.request)
    assert shop.run().succeeded == 1
    close_sent(tenant, begun, reply)
    assert [one.state for one in shop.effects(SPLIT)] == [State.SUCCEEDED] * 2
    sent = [one["data"]["amount"]["minor"] for one in shop.shop.books.effects()]
    assert sorted(sent) == [5000, 7900]


def test_an_answer_that_comes_after_its_attempt_counted_as_lost_still_tells_that_it_was_done(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    tenant, writer = shop.room.shop, shop.writer
    effect = shop.effect()
    pass_gate(tenant, effect, was_read=True)
    begun = begin(tenant, effect.pk, Step.SEND, writer)
    assert begun is not None
    assert begun.request is not None
    reply = writer.send(begun.request)
    shop.shop.fail("/effects", *[Fault.BUSY] * 3)
    shop.run_later(minutes=5)
    assert shop.effect().state == State.UNKNOWN
    close_sent(tenant, begun, reply)
    assert shop.effect().state == State.SUCCEEDED
    assert shop.run_later(hours=1).succeeded == 0
    assert len(shop.shop.books.effects()) == 1
    with tenant_scope(tenant.pk):
        action = action_of(effect)
    assert action.execution_status == ExecutionStatus.SUCCEEDED


class OnePage:
    """A shop that is asked for what changed tells of one order."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        pass

    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        yield Fetched(source_format=ORDER_FORMATS["shopops"], rows=[b"{}"])


def test_orders_that_come_in_wait_for_a_refund_that_begins_and_neither_stands_in_the_other_s_way(
    shop: Carrying, superuser_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both take the records and the connection's row, in one order."""
    pollable = replace(CONNECTORS["generic"], poller=OnePage)
    monkeypatch.setitem(CONNECTORS, "generic", pollable)
    tenant_id, connection_id = shop.room.shop.pk, shop.connection.pk

    def asks() -> object:
        return polling.poll(tenant_id=tenant_id, connection_id=connection_id, now=shop.clock.now)

    def begins() -> object:
        with tenant_scope(tenant_id):
            take_money_locks(tenant_id)
            money_is_locked.set()
            wait_for_a_waiting_session(superuser_dsn)
            Connection.objects.filter(pk=connection_id).update(failures=0)
        return "begun"

    money_is_locked = Event()
    assert at_once(lambda: money_is_locked.wait(20) and asks(), begins) == [0, "begun"]
