"""A shop that is left carries nothing out, and what was approved there is not forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.connections.models import Connection
from shopops.connections.models import State as Connected
from shopops.execution import commands
from shopops.execution.codes import EffectCode
from shopops.execution.tasks import watch
from shopops.execution.templatetags.execution_frame import approving_means
from shopops.outbox.states import Ended, Purpose, State
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND, RESHIP
from tests.support.shop_double import Fault

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


def connection(shop: Carrying, **columns: object) -> None:
    Connection.objects.filter(pk=shop.connection.pk).update(**columns)


@pytest.mark.parametrize(
    "left",
    [{"state": Connected.PAUSED}, {"state": Connected.REMOVED}, {"tested_at": None}],
    ids=["paused", "removed", "changed and not tested"],
)
def test_what_was_approved_rings_once_when_its_shop_was_left(
    shop: Carrying, left: dict[str, object]
) -> None:
    shop.approve(ORDER, REFUND)
    connection(shop, **left)
    assert shop.run().succeeded == 0
    watch()
    assert shop.alarms() == []  # a short pause needs nobody
    shop.clock.move(minutes=61)
    watch()
    watch()
    assert (shop.effect().state, shop.effect().code) == (State.HELD, EffectCode.SHOP_LEFT)
    assert shop.alarms() == [("not_carried_out", "due_new")]
    assert shop.shop.books.effects() == []


def test_it_goes_on_by_itself_and_the_alarm_ends_once_the_shop_is_back(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    connection(shop, state=Connected.PAUSED)
    shop.clock.move(minutes=61)
    watch()
    connection(shop, state=Connected.ACTIVE)
    assert shop.run().succeeded == 1
    assert [status for _, status in shop.alarms()] == ["none"]


def test_it_rings_on_when_another_step_of_its_order_is_settled(shop: Carrying) -> None:
    shop.approve(ORDER, MAIL, RESHIP)
    connection(shop, state=Connected.PAUSED)
    shop.clock.move(minutes=61)
    watch()
    commands.give_up(
        tenant_id=shop.room.shop.pk,
        effect_id=shop.effects()[1].pk,
        by=shop.room.person(),
        reason="They called",
    )
    assert shop.alarms() == [("not_carried_out", "due_new")]


def test_a_refund_that_waits_for_its_next_try_rings_too(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.BUSY)
    shop.approve(ORDER, REFUND)
    shop.run()
    assert shop.effect().state == State.RUNNING
    connection(shop, state=Connected.REMOVED)
    shop.clock.move(minutes=120)
    watch()
    assert len(shop.alarms()) == 1


def test_what_is_to_be_looked_up_before_it_goes_again_is_so_also_after_its_shop_was_left(
    shop: Carrying,
) -> None:
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.approve(ORDER, REFUND)
    assert shop.run().failed == 1
    person = shop.room.person()
    pk, at = shop.room.shop.pk, shop.effect().pk
    commands.retry(tenant_id=pk, effect_id=at, by=person, reason="It said no by mistake")
    connection(shop, state=Connected.PAUSED)
    shop.clock.move(minutes=61)
    watch()
    assert shop.effect().code == EffectCode.SHOP_LEFT
    connection(shop, state=Connected.ACTIVE)
    assert shop.run().succeeded == 1
    assert shop.attempts() == [
        (Purpose.SEND, Ended.REFUSED),
        (Purpose.LOOK_UP, Ended.ABSENT),
        (Purpose.SEND, Ended.DONE),
    ]


@pytest.mark.parametrize("left", [Connected.PAUSED, Connected.UNINSTALLED])
def test_what_is_approved_while_its_shop_is_left_waits_for_it_like_the_rest(
    shop: Carrying, left: Connected
) -> None:
    connection(shop, state=left)
    shop.approve(ORDER, REFUND)
    assert (shop.effect().connection, shop.run().succeeded) == (shop.connection, 0)
    means = approving_means(shop.room.proposal(ORDER))
    assert means.startswith("Approved steps are held. Own shop")
    assert "by hand" not in means
    shop.clock.move(minutes=61)
    watch()
    assert shop.alarms() == [("not_carried_out", "due_new")]
    connection(shop, state=Connected.ACTIVE)
    assert shop.run().succeeded == 1
