"""A shop on WooCommerce with an order whose parcel is on its way back, from webhook to refund."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from shopops.agents.intake import FakeOms
from shopops.agents.proposal import ActionKind
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.settings import sealed
from shopops.connectors.models import SourceRecord
from shopops.connectors.ports import EffectKind
from shopops.deliveries import polling
from shopops.execution.run import run_due
from shopops.outbox.models import Effect
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
from tests.support.woocommerce_double import WooDouble, open_woocommerce

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


@contextmanager
def woocommerce_story(folder: Path, clock: Clock) -> Iterator[Story]:
    """An order whose parcel is on its way back, and what WooCommerce does not know of it is known:
    its customer did not opt out."""
    room = Reviewing(open_shop("kiel"), clock.now, FakeOms(now=clock.now))
    with open_woocommerce(folder) as shop:
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
