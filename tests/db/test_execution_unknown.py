"""When nobody knows what came of it, the shop is asked before anything is sent again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from pytest_django import Settings

from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connections.settings import reader_of
from shopops.connectors.ports import Absent, Done, Found, Refused, Reply, Unknown
from shopops.execution import commands
from shopops.execution.alike import not_anothers
from shopops.execution.answers import MOST_TRIES
from shopops.execution.breaker import OPENS_AT, PROBE, blocked_until
from shopops.execution.due import take
from shopops.execution.gate import pass_gate
from shopops.execution.plan import Step
from shopops.execution.sending import begin, close_looked, close_sent
from shopops.execution.sources import read_again
from shopops.outbox.models import Effect
from shopops.outbox.states import Ended, Purpose, State
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.shop_double import Fault

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SEND, LOOK_UP = Purpose.SEND, Purpose.LOOK_UP
SPLIT = "O-1030"


def slow(fault: Fault) -> ParameterSet:
    return pytest.param(fault, marks=pytest.mark.slow)


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    """One that does twice what comes twice, so that a blind retry shows."""
    with carrying([ORDER], folder=tmp_path, clock=clock, honours_keys=False) as made:
        made.approve(ORDER, REFUND)
        yield made


@pytest.mark.parametrize(
    "fault", [Fault.DROP_AFTER, *map(slow, (Fault.ERROR_AFTER, Fault.MALFORMED))]
)
def test_what_happened_without_our_hearing_of_it_is_found_and_not_sent_again(
    shop: Carrying, fault: Fault
) -> None:
    shop.shop.fail("/refunds", fault)
    assert shop.run().unknown == 1
    assert shop.alarms() == [("outcome_unknown", "due_new")]
    assert shop.run_later(seconds=5).unknown == 0
    assert shop.run_later(seconds=15).succeeded == 1
    [done] = shop.shop.books.effects()
    assert shop.effect().remote_id == done["id"]
    assert shop.attempts() == [(SEND, Ended.UNKNOWN), (LOOK_UP, Ended.DONE)]
    assert [one["state"] for one in shop.told()] == ["running", "unknown", "succeeded"]
    assert shop.alarms() == [("outcome_unknown", "none")]


@pytest.mark.parametrize("fault", [Fault.DROP_BEFORE, slow(Fault.ERROR_BEFORE)])
def test_what_did_not_happen_is_sent_again_under_the_same_key_once_that_is_certain(
    shop: Carrying, fault: Fault
) -> None:
    shop.shop.fail("/refunds", fault)
    shop.run()
    assert shop.run_later(seconds=16).unknown == 1
    assert shop.effect().code == "not_there_yet"
    assert shop.run_later(seconds=60).succeeded == 1
    [done] = shop.shop.books.effects()
    assert done["key"] == bytes(shop.effect().key).hex()
    assert shop.attempts() == [
        (SEND, Ended.UNKNOWN),
        (LOOK_UP, Ended.ABSENT),
        (LOOK_UP, Ended.ABSENT),
        (SEND, Ended.DONE),
    ]


def test_what_the_shop_has_taken_and_not_done_yet_is_asked_for_until_it_is(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.LATER)
    assert shop.run().unknown == 1
    assert shop.run_later(seconds=16).unknown == 1
    assert shop.run_later(minutes=2).succeeded == 1
    assert len(shop.shop.books.effects()) == 1


def test_what_was_in_doubt_for_a_day_is_judged_again_before_it_goes(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.DROP_BEFORE)
    assert shop.run().unknown == 1
    shop.shop.books.orders[ORDER]["state"] = "cancelled"
    assert shop.run_later(days=1).failed == 1
    assert shop.effect().code == "evidence_changed"
    assert shop.shop.books.effects() == []


def test_a_busy_shop_is_asked_again_and_not_for_ever(shop: Carrying) -> None:
    shop.shop.fail("/refunds", *[Fault.BUSY] * MOST_TRIES)
    assert shop.run().later == 1
    assert (shop.effect().state, shop.effect().code) == (State.RUNNING, "busy")
    assert shop.run().later == 0
    with tenant_scope(shop.room.shop.pk):
        Effect.objects.update(tries=MOST_TRIES - 2)  # the others went the same way
    assert shop.run_later(hours=2).later == 1
    assert shop.run_later(hours=2).failed == 1
    assert shop.effect().tries == MOST_TRIES
    assert shop.shop.books.effects() == []
    assert shop.alarms() == [("not_carried_out", "due_new")]


def test_a_refusal_for_good_fails_and_rings(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.REFUSE)
    assert shop.run().failed == 1
    effect = shop.effect()
    assert (effect.code, effect.next_at) == ("not_allowed", None)
    assert shop.alarms() == [("not_carried_out", "due_new")]
    assert shop.run_later(hours=5).failed == 0
    assert [one["state"] for one in shop.told()] == ["running", "failed"]


def test_the_attempt_of_a_process_that_died_is_looked_up_when_its_time_is_over(
    shop: Carrying,
) -> None:
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    assert begin(tenant, effect.pk, Step.SEND, shop.writer) is not None
    assert shop.run_later(seconds=30).unknown == 0
    assert shop.run_later(minutes=4).succeeded == 1
    assert shop.attempts() == [(SEND, Ended.LOST), (LOOK_UP, Ended.ABSENT), (SEND, Ended.DONE)]
    assert len(shop.shop.books.effects()) == 1


def test_how_long_a_shop_takes_to_say_that_it_is_not_there_makes_it_no_more_certain(
    shop: Carrying,
) -> None:
    """It may have looked right when it was asked, and what was sent come after that."""
    shop.shop.fail("/refunds", Fault.DROP_BEFORE)
    assert shop.run().unknown == 1
    shop.clock.move(seconds=16)
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    begun = begin(tenant, effect.pk, Step.LOOK_UP, shop.writer)
    assert begun is not None
    shop.clock.move(seconds=50)
    assert close_looked(tenant, begun, Found(answer=Absent())) is State.UNKNOWN
    assert shop.effect().code == "not_there_yet"


def test_what_a_look_up_finds_is_not_ours_when_it_is_known_as_another_steps(
    tmp_path: Path, clock: Clock
) -> None:
    """As where a shop keeps no key, and a customer got the same credit for another order."""
    with carrying([SPLIT], folder=tmp_path, clock=clock) as shop:
        actions = shop.room.proposal(SPLIT).actions.filter(kind="propose_refund")
        shop.approve(SPLIT, *actions.values_list("index", flat=True))
        assert shop.run().succeeded == 2
        done, doubtful = shop.effects()
        assert done.remote_id != doubtful.remote_id
        found = Found(answer=Done(remote_id=done.remote_id))
        assert isinstance(not_anothers(doubtful, found).answer, Unknown)
        assert not_anothers(done, found) == found


@pytest.mark.parametrize("state", [Connected.PAUSED, Connected.REMOVED])
def test_an_attempt_that_was_cut_off_is_in_doubt_also_where_the_shop_is_left_since(
    shop: Carrying, state: Connected
) -> None:
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    assert begin(tenant, effect.pk, Step.SEND, shop.writer) is not None
    with tenant_scope(tenant.pk):
        Connection.objects.update(
            state=state, carries_out=CarriesOut.NOTHING, carries_out_since=None
        )
    assert shop.run_later(minutes=4).unknown == 1
    assert shop.attempts() == [(SEND, Ended.LOST)]
    assert shop.alarms() == [("outcome_unknown", "due_new")]
    assert shop.run_later(hours=1).unknown == 0
    commands.mark_done(
        tenant_id=tenant.pk, effect_id=effect.pk, by=shop.room.person(), reason="I looked"
    )
    assert shop.effect().state == State.SUCCEEDED


def test_what_a_slow_process_may_still_send_is_not_sent_beside_it(
    shop: Carrying, settings: Settings
) -> None:
    """Three times it asks for a token, and each answer comes in pieces; then it sends."""
    settings.SHOPOPS_SHOP_TIMEOUT = 60
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    assert begin(tenant, effect.pk, Step.SEND, shop.writer) is not None
    shop.run_later(minutes=8)
    assert shop.attempts() == [(SEND, "")]
    assert shop.run_later(seconds=31).unknown == 1
    assert shop.effect().code == "not_there_yet"
    assert shop.run_later(minutes=1).succeeded == 1


def test_a_shop_that_asks_to_wait_for_years_is_asked_again_within_the_hour(shop: Carrying) -> None:
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    begun = begin(tenant, effect.pk, Step.SEND, shop.writer)
    assert begun is not None
    years = Refused(code="busy", detail="", again=True, after_seconds=999_999_999.0)
    close_sent(tenant, begun, Reply(answer=years))
    assert shop.run_later(minutes=61).succeeded == 1


def test_after_some_failures_in_a_row_the_shop_is_left_in_peace_and_then_one_tries(
    shop: Carrying,
) -> None:
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.update(failures=OPENS_AT - 1)
    shop.shop.fail("/refunds", Fault.DROP_BEFORE)
    assert shop.run().unknown == 1
    connection = Connection.objects.get()
    assert connection.failures == OPENS_AT
    assert connection.quiet_until is not None
    assert shop.run_later(seconds=20).unknown == 0
    assert shop.shop.lookups == []
    shop.run_later(minutes=2)
    assert len(shop.shop.lookups) == 1
    assert shop.effect().state == State.SUCCEEDED
    connection = Connection.objects.get()
    assert (connection.failures, connection.quiet_until) == (0, None)


def test_when_the_quiet_time_is_over_one_call_tries_and_the_others_wait_for_it(
    shop: Carrying,
) -> None:
    now = shop.clock.now
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.update(failures=OPENS_AT, quiet_until=now)
        seen_by_both = Connection.objects.get()
        assert blocked_until(seen_by_both, now) is None
        assert blocked_until(seen_by_both, now) == now + PROBE


def test_what_is_in_doubt_rings_also_where_the_shop_names_its_payment_otherwise_by_now(
    shop: Carrying,
) -> None:
    """As a shop does once the payment provider has told it their name."""
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    assert begin(tenant, effect.pk, Step.SEND, shop.writer) is not None
    [paid] = shop.shop.books.orders[ORDER]["transactions"]
    paid["id"] = "named-by-the-provider"
    reader = reader_of(shop.connection)
    assert reader is not None
    read_again(tenant_id=tenant.pk, reader=reader, order_id=ORDER, now=shop.clock.now)
    shop.shop.fail("/effects", Fault.REFUSE)
    assert shop.run_later(minutes=4).unknown == 1
    assert shop.alarms() == [("outcome_unknown", "due_new")]
    commands.mark_done(
        tenant_id=tenant.pk, effect_id=effect.pk, by=shop.room.person(), reason="I looked"
    )
    assert shop.alarms() == [("outcome_unknown", "none")]
