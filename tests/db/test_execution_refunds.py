"""What was approved is carried out once, at a shop that really answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.outbox.states import State
from shopops.proposals.models import Action, ExecutionStatus
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND, RESHIP

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


def test_an_approved_refund_goes_out_once_and_every_side_shows_it(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    tally = shop.run()
    effect = shop.effect()
    assert (effect.state, effect.code, effect.detail) == (State.SUCCEEDED, "", "")
    assert tally.succeeded == 1
    [done] = shop.shop.books.effects()
    assert done["key"] == bytes(effect.key).hex()
    assert done["data"]["amount"] == {"minor": 12900, "currency": "USD"}
    assert effect.remote_id == done["id"]
    assert Action.objects.get(pk=effect.action_id).execution_status == ExecutionStatus.SUCCEEDED
    assert [one["state"] for one in shop.told()] == ["running", "succeeded"]
    assert shop.alarms() == []
    assert shop.run().succeeded == 0
    assert len(shop.shop.books.effects()) == 1


def test_nothing_goes_out_while_it_can_be_taken_back(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.clock.move(minutes=-3)
    assert shop.run().succeeded == 0
    assert shop.effect().state == State.HELD
    shop.clock.move(minutes=3)
    assert shop.run().succeeded == 1


def test_what_is_sent_again_names_the_order(shop: Carrying) -> None:
    shop.approve(ORDER, RESHIP)
    assert shop.run().succeeded == 1
    [done] = shop.shop.books.effects()
    assert (done["type"], done["data"]["order_id"]) == ("replacement.create", ORDER)
