"""A WooCommerce order from its webhook to the refund and the copy in the shop, once each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.agents.proposal import ActionKind
from shopops.connectors.models import SourceRecord
from shopops.outbox.states import State
from tests.support.clock import Clock
from tests.support.pipeline import resolve_stored
from tests.support.woocommerce_double import Fault
from tests.support.woocommerce_story import Story, woocommerce_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(tmp_path: Path, clock: Clock) -> Iterator[Story]:
    with woocommerce_story(tmp_path, clock) as told:
        yield told


def test_an_approved_refund_is_made_in_the_shop_and_comes_back_as_the_same_refund(
    story: Story,
) -> None:
    story.approve(ActionKind.PROPOSE_REFUND)
    effect = story.run()
    assert (effect.state, effect.code) == (State.SUCCEEDED, "")
    assert [one["amount"] for one in story.shop.books.effects()] == ["26.00"]
    (refund,) = story.told_of()["refunds"]
    assert (refund["id"], refund["amount"]["minor"]) == (effect.remote_id, 2600)
    story.run()
    assert len(story.shop.books.effects()) == 1


def test_it_is_no_news_to_the_decision_that_made_it(story: Story) -> None:
    """Neither as the webhook tells it, without whether the money went, nor as the poll does; and
    not that WooCommerce calls the order refunded."""
    story.approve(ActionKind.PROPOSE_REFUND)
    story.run()
    decided = story.room.proposal("61")
    story.told_of()
    assert story.shop.books.order("61")["status"] == "refunded"
    resolve_stored(story.room.shop, now=story.clock.now)
    assert story.room.proposal("61") == decided
    story.asks()
    held = SourceRecord.objects.get(record_type="order", external_id="61").body
    assert [one["status"] for one in held["refunds"]] == ["succeeded"]
    resolve_stored(story.room.shop, now=story.clock.now)
    assert story.room.proposal("61") == decided


def test_a_refund_whose_answer_was_lost_is_found_and_not_made_again(story: Story) -> None:
    story.shop.fail(Fault.DROP_AFTER)
    story.approve(ActionKind.PROPOSE_REFUND)
    assert story.run().state == State.UNKNOWN
    story.clock.move(minutes=1)
    effect = story.run()
    assert effect.state == State.SUCCEEDED
    assert effect.remote_id == str(story.shop.books.refunds["61"][0]["id"])
    assert len(story.shop.books.effects()) == 1


@pytest.mark.slow
def test_a_refund_made_in_the_shop_s_own_admin_meanwhile_is_not_made_again(story: Story) -> None:
    story.approve(ActionKind.PROPOSE_REFUND)
    story.shop.books.refund("61", {"amount": "26.00"})
    effect = story.run()
    assert effect.state == State.FAILED
    assert len(story.shop.books.effects()) == 1


@pytest.mark.slow
def test_what_is_sent_again_is_a_free_order_with_the_same_goods(story: Story) -> None:
    story.approve(ActionKind.PROPOSE_RESHIP)
    effect = story.run()
    assert (effect.state, effect.detail) == (State.SUCCEEDED, "")
    made = story.shop.books.orders[effect.remote_id]
    assert (made["total"], made["line_items"][0]["product_id"]) == ("0.00", 93)
    assert [one["what"] for one in story.shop.books.effects()] == ["order"]
