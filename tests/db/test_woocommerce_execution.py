"""A WooCommerce order from its webhook to the refund and the copy in the shop, once each."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from shopops.agents.intake import FakeOms
from shopops.agents.proposal import ActionKind
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.settings import sealed
from shopops.connectors.models import SourceRecord
from shopops.connectors.ports import EffectKind
from shopops.deliveries import polling
from shopops.execution.run import run_due
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Action
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.deciding import Deciding
from tests.support.delivering import Sender
from tests.support.easypost_double import EasyPostDouble, Json
from tests.support.import_cases import easypost_tracker, woo_order
from tests.support.pipeline import open_shop, resolve_stored
from tests.support.reviewing import Reviewing
from tests.support.woocommerce_books import written
from tests.support.woocommerce_double import Fault, WooDouble, open_woocommerce

pytestmark = pytest.mark.django_db

UNDO_IS_OVER = 12  # minutes


@dataclass
class Story:
    room: Reviewing
    shop: WooDouble
    clock: Clock
    sender: Sender

    def approve(self, kind: ActionKind) -> None:
        [action] = Action.objects.filter(proposal=self.room.proposal("61"), kind=kind)
        Deciding(self.room, "61").approve(action.index)
        self.clock.move(minutes=UNDO_IS_OVER)

    def run(self) -> Effect:
        """The step, and no note about it."""
        steps = Effect.objects.of(self.room.shop.pk)
        steps.filter(kind=EffectKind.NOTE).update(next_at=None)
        run_due(tenant=self.room.shop)
        return steps.exclude(kind=EffectKind.NOTE).get()

    def told_of(self) -> Json:
        """The order as it is held once the shop has told of it again."""
        self.sender.post(*self.shop.webhook("order.updated", self.shop.books.order("61")))
        held: Json = SourceRecord.objects.get(record_type="order", external_id="61").body
        return held

    def asks(self) -> None:
        """The shop, whatever it told by itself."""
        asked = {"tenant_id": self.room.shop.pk, "connection_id": self.sender.connection.pk}
        polling.poll(**asked, now=self.clock.now)


@pytest.fixture
def story(tmp_path: Path, clock: Clock) -> Iterator[Story]:
    """An order whose parcel is on its way back, and what WooCommerce does not know of it is known:
    its customer did not opt out."""
    room = Reviewing(open_shop("kiel"), clock.now, FakeOms(now=clock.now))
    with open_woocommerce(tmp_path) as shop:
        sender = connect(room, "woocommerce", shop.settings)
        shop.books.put(paid_order(clock))
        sender.post(*shop.webhook("order.created", shop.books.order("61")))
        carrier = EasyPostDouble()
        returning = connect(room, "easypost", carrier.settings)
        returning.post(*carrier.event(tracker_on_its_way_back(clock)))
        resolve_stored(room.shop, now=clock.now)
        assert room.proposal("61").blocked_reasons == ["missing:opted_out"]
        Deciding(room, "61").supply("opted_out", "no")
        yield Story(room, shop, clock, sender)


def connect(room: Reviewing, connector: str, settings: dict[str, str]) -> Sender:
    with tenant_scope(room.shop.pk):
        made = Connection.objects.create(
            tenant=room.shop,
            connector=connector,
            title=connector,
            settings_sealed=sealed(settings),
            tested_at=room.now,
            carries_out=CarriesOut.APPROVED,
            carries_out_since=room.now,
        )
    return Sender(made)


def paid_order(clock: Clock) -> Json:
    placed = clock.now - timedelta(days=20)
    place = {"address_1": "Hafenweg 1", "city": "Kiel", "postcode": "24103", "country": "DE"}
    return woo_order(
        date_created_gmt=written(placed),
        date_modified_gmt=written(placed),
        date_paid_gmt=written(placed),
        shipping={"first_name": "Jo", "last_name": "Berg", **place},
        line_items=[{"id": 1, "product_id": 93, "name": "Cup", "quantity": 2, "total": "20.00"}],
        meta_data=[{"id": 1, "key": "tracker_id", "value": "trk_1"}],
    )


def tracker_on_its_way_back(clock: Clock) -> Json:
    at = (clock.now - timedelta(days=17)).strftime("%Y-%m-%dT%H:%M:%SZ")
    scan = {"status": "return_to_sender", "datetime": at, "message": "Back"}
    times = {"created_at": at, "updated_at": at}
    return easypost_tracker(status="return_to_sender", tracking_details=[scan], **times)


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
