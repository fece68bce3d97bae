"""A refund from a Shopify shop's webhook to Shopify's own record of it, and once."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from shopops.agents.intake import FakeOms
from shopops.agents.records import Order
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.settings import sealed
from shopops.connectors.models import SourceRecord
from shopops.deliveries.receiving import receive
from shopops.execution.run import run_due
from shopops.orchestrator.tasks import resolve_tenant
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Action, ReviewStatus
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.deciding import Deciding
from tests.support.import_cases import Payload, shopify_order, shopify_transaction
from tests.support.pipeline import open_shop
from tests.support.reviewing import Reviewing
from tests.support.shopify_double import Fault, ShopifyDouble, open_shopify

pytestmark = pytest.mark.django_db


class Story:
    """An order that was paid and cancelled, and of which nothing went back yet."""

    def __init__(self, shop: ShopifyDouble, clock: Clock) -> None:
        self.shop, self.clock = shop, clock
        self.room = Reviewing(open_shop("lamps"), clock.now, FakeOms(now=clock.now))
        lamps = {"id": 1, "title": "Lamp", "quantity": 2, "price": "65.00"}
        self.order = shopify_order(
            buyer_accepts_marketing=False,
            cancelled_at="2026-03-02T09:00:00+01:00",
            line_items=[lamps],
            subtotal_price="130.00",
            total_line_items_price="130.00",
            total_price="137.00",
        )
        self.paid = shopify_transaction(amount="137.00")
        shop.books.put(self.order, self.paid)
        self.connection = self._connected()
        self.deliver("orders/create", self.order)
        self.deliver("order_transactions/create", self.paid)
        self.room.resolve("51")

    def _connected(self) -> Connection:
        with tenant_scope(self.room.shop.pk):
            return Connection.objects.create(
                tenant=self.room.shop,
                connector="shopify",
                title="Lamps",
                settings_sealed=sealed(self.shop.settings),
                tested_at=self.room.now,
                carries_out=CarriesOut.APPROVED,
                carries_out_since=self.room.now,
            )

    def deliver(self, topic: str, told: Payload) -> None:
        headers, body = self.shop.webhook(topic, told)
        receive(connection=self.connection, headers=headers, body=body, now=self.clock.now)

    def approve_refund(self) -> None:
        deciding = Deciding(self.room, "51")
        deciding.supply("opted_out", "no")
        deciding.approve(self.refund().index)
        self.clock.move(hours=30)  # the evidence is too old by then, and is read again

    def refund(self) -> Action:
        found: Action = self.room.proposal("51").actions.get(kind="propose_refund")
        return found

    def effect(self) -> Effect:
        found: Effect = Effect.objects.of(self.room.shop.pk).get(kind="refund")
        return found

    def record(self) -> Order:
        with tenant_scope(self.room.shop.pk):
            return msgspec.convert(SourceRecord.objects.get(external_id="51").body, Order)

    def run(self) -> State:
        run_due(tenant=self.room.shop)
        return State(self.effect().state)


@pytest.fixture
def story(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Story]:
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda *_, **__: None)
    with open_shopify(tmp_path) as shop:
        yield Story(shop, clock)


def test_an_approved_refund_is_made_in_shopify_and_is_the_same_when_it_comes_back(
    story: Story,
) -> None:
    story.approve_refund()
    assert (story.refund().amount_minor, story.run()) == (13700, State.SUCCEEDED)
    assert "ShopOpsOrder" in story.shop.asked
    [done] = story.shop.books.effects("refund")
    assert done["amount"] == "137.00"
    [made] = story.shop.books.orders["51"]["refunds"]
    story.deliver("refunds/create", {**made, "order_id": 51, "refund_line_items": []})
    [refund] = story.record().refunds
    assert (refund.id, refund.transaction_id) == (story.effect().remote_id, "900")
    story.room.resolve("51")
    settled = story.room.proposal("51")
    assert (settled.revision, settled.review_status) == (2, ReviewStatus.APPROVED)


def test_a_refund_of_which_no_answer_came_is_found_and_not_made_again(story: Story) -> None:
    story.approve_refund()
    story.shop.fail_at("ShopOpsRefund", Fault.DROP_AFTER)
    assert story.run() == State.UNKNOWN
    story.clock.move(minutes=5)
    assert story.run() == State.SUCCEEDED
    assert len(story.shop.books.effects("refund")) == 1


def test_a_refund_that_somebody_made_in_shopify_meanwhile_is_not_made_on_top(
    story: Story,
) -> None:
    story.approve_refund()
    by_hand = shopify_transaction(id=950, kind="refund", parent_id=900, amount="137.00")
    refund = {"id": 700, "note": "", "transactions": [by_hand]}
    later = story.clock.now.isoformat()
    story.shop.books.put({**story.order, "refunds": [refund], "updated_at": later}, story.paid)
    assert story.run() == State.FAILED
    assert story.shop.books.effects("refund") == []
