"""Two WooCommerce shops count alike: what was decided of one shop's order is of no other's."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from shopops.administration.connections.trying import try_out
from shopops.agents.proposal import ActionKind
from shopops.connections.models import Connection
from shopops.connections.settings import sealed
from shopops.connectors.models import SourceRecord
from shopops.connectors.ports import EffectKind
from shopops.execution.run import run_due
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.woocommerce_books import written
from tests.support.woocommerce_double import WooDouble, open_woocommerce
from tests.support.woocommerce_story import Story, paid_order, woocommerce_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(tmp_path: Path, clock: Clock) -> Iterator[Story]:
    with woocommerce_story(tmp_path, clock) as told:
        yield told


@pytest.fixture
def other(tmp_path: Path, clock: Clock) -> Iterator[WooDouble]:
    """It has an order 61 too, which is newer; else it is as that of the shop we know."""
    folder = tmp_path / "other"
    folder.mkdir()
    with open_woocommerce(folder) as shop:
        now = written(clock.now - timedelta(minutes=1))
        key = {"order_key": "wc_order_another", "date_modified_gmt": now}
        shop.books.put({**paid_order(clock), **key})
        yield shop


def held() -> Any:
    return SourceRecord.objects.get(record_type="order", external_id="61").body


def lead(story: Story, shop: WooDouble, **more: Any) -> None:
    """To another address, as if nobody had looked."""
    with tenant_scope(story.room.shop.pk):
        Connection.objects.filter(pk=story.sender.connection.pk).update(
            settings_sealed=sealed(shop.settings), **more
        )
    story.sender.connection.refresh_from_db()


def test_its_order_of_the_same_id_does_not_take_ours_over(story: Story, other: WooDouble) -> None:
    lead(story, other)
    ours = held()
    answer = story.sender.post(*other.webhook("order.updated", other.books.order("61")))
    assert answer.json()["reason"].startswith("other_order")
    story.asks()
    assert held() == ours


def test_its_refunds_are_not_ours(story: Story, other: WooDouble) -> None:
    other.books.refund("61", {"amount": "4.00"})
    lead(story, other)
    story.asks()
    assert "refunds" not in held()


def test_a_refund_that_was_decided_is_not_made_there(story: Story, other: WooDouble) -> None:
    lead(story, other)
    story.approve(ActionKind.PROPOSE_REFUND)
    effect = story.run()
    assert (effect.state, effect.code) == (State.HELD, "source_unreadable")
    assert "another shop gives this id too" in effect.detail
    assert other.books.effects() == []
    lead(story, story.shop)
    story.clock.move(hours=1)
    assert story.run().state == State.SUCCEEDED
    assert len(story.shop.books.effects()) == 1


def test_a_test_of_the_connection_tells_them_apart_and_nothing_is_noted_there(
    story: Story, other: WooDouble
) -> None:
    story.approve(ActionKind.PROPOSE_REFUND)
    assert story.run().state == State.SUCCEEDED
    lead(story, other, tested_at=None)
    asked = {"tenant_id": story.room.shop.pk, "connection_id": story.sender.connection.pk}
    tested = try_out(**asked, now=story.clock.now)
    assert not tested.works
    assert "its order 61 is not the one that is known by this id" in tested.says
    story.sender.connection.refresh_from_db()
    assert story.sender.connection.tested_at is None
    notes = Effect.objects.of(story.room.shop.pk).filter(kind=EffectKind.NOTE)
    assert notes.update(next_at=story.clock.now) == 1
    run_due(tenant=story.room.shop)
    assert (notes.get().state, other.books.notes) == (State.HELD, {})

    moved = {**story.shop.books.orders["61"], "date_modified_gmt": written(story.clock.now)}
    other.books.put(moved)
    assert try_out(**asked, now=story.clock.now).works
    run_due(tenant=story.room.shop)
    assert notes.get().state == State.SUCCEEDED


def test_a_note_is_not_written_there_where_the_test_had_no_order_to_tell_them_apart(
    story: Story, other: WooDouble
) -> None:
    story.approve(ActionKind.PROPOSE_REFUND)
    assert story.run().state == State.SUCCEEDED
    lead(story, other)
    notes = Effect.objects.of(story.room.shop.pk).filter(kind=EffectKind.NOTE)
    assert notes.update(next_at=story.clock.now) == 1
    run_due(tenant=story.room.shop)
    note = notes.get()
    assert (note.state, note.code) == (State.HELD, "source_unreadable")
    assert other.books.notes == {}
    lead(story, story.shop)
    story.clock.move(hours=1)
    run_due(tenant=story.room.shop)
    assert notes.get().state == State.SUCCEEDED
    assert len(story.shop.books.notes["61"]) == 1


def test_a_shop_that_has_none_of_our_orders_any_more_says_nothing(
    story: Story, other: WooDouble
) -> None:
    del other.books.orders["61"]
    lead(story, other, tested_at=None)
    asked = {"tenant_id": story.room.shop.pk, "connection_id": story.sender.connection.pk}
    assert try_out(**asked, now=story.clock.now).works
