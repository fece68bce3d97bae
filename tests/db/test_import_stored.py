"""What Intake reads of the imported records, for a batch in a constant number of statements."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.agents.intake import FakeOms, IntakeAgent, pack_digest
from shopops.agents.ports import UnknownOrder
from shopops.connectors.batch import take_batch
from shopops.connectors.models import SourceRecord
from shopops.connectors.reading.row import Row
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS
from shopops.connectors.stored import StoredOms
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.import_cases import Payload, as_bytes, shopops_order, shopops_tracker
from tests.support.pipeline import NOON, import_fakes, open_shop

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def shop() -> Tenant:
    return open_shop("north")


def put(shop: Tenant, *payloads: Payload, kind: str = "order") -> None:
    formats = ORDER_FORMATS if kind == "order" else TRACKER_FORMATS
    rows = [Row(number, number, as_bytes(payload)) for number, payload in enumerate(payloads, 1)]
    with tenant_scope(shop.pk):
        results = take_batch(
            tenant_id=shop.pk, source_format=formats["shopops"], rows=rows, received_at=NOW
        )
    assert [str(result.refused) for result in results if result.refused] == []


def test_an_order_comes_with_where_it_is_from(shop: Tenant) -> None:
    put(shop, shopops_order())
    sourced = StoredOms(shop.pk).order("N-1", "north")
    row = SourceRecord.objects.get()
    assert sourced.order.id == "N-1"
    assert sourced.provenance.source_object == "order:shopops/N-1"
    assert sourced.provenance.payload_sha256 == bytes(row.payload.salted_sha256).hex()
    assert sourced.provenance.salt == bytes(row.salt)
    assert sourced.provenance.received_at == NOW
    assert sourced.provenance.path_of("total") == "$.total"


def test_an_unknown_order_and_another_shops_order_look_the_same(shop: Tenant) -> None:
    put(open_shop("south"), shopops_order())
    oms = StoredOms(shop.pk)
    for order_id in ("N-1", "N-2"):
        with pytest.raises(UnknownOrder, match=f"north has no order {order_id}"):
            oms.order(order_id, "north")


def test_trackers_are_found_by_their_own_id(shop: Tenant) -> None:
    put(shop, shopops_order())
    again = shopops_tracker(id="t2", status="delivered")
    put(shop, shopops_tracker(), again, kind="tracker")
    oms = StoredOms(shop.pk)
    found = oms.trackers(oms.order("N-1", "north").order, "north")
    assert list(found) == ["t1"]
    assert found["t1"].provenance.source_object == "tracker:shopops/t1"


def test_a_tracker_of_another_order_or_shop_is_not_read(shop: Tenant) -> None:
    put(shop, shopops_order())
    put(shop, shopops_tracker(order_id="N-9"), kind="tracker")
    put(open_shop("south"), shopops_tracker(), kind="tracker")
    oms = StoredOms(shop.pk)
    assert oms.trackers(oms.order("N-1", "north").order, "north") == {}


def near(minutes: int, **changes: object) -> Payload:
    placed = datetime(2026, 3, 1, 10, tzinfo=UTC) + timedelta(minutes=minutes)
    return shopops_order(id=f"at {minutes}", placed_at=placed.isoformat(), shipments=[], **changes)


def test_similar_orders_are_the_same_customers_within_the_window(shop: Tenant) -> None:
    stranger = near(2, customer={"id": "c2"})
    put(shop, near(0), near(10), near(-10), near(11), near(-11), stranger)
    put(open_shop("south"), near(1))
    oms = StoredOms(shop.pk)
    order = oms.order("at 0", "north").order
    assert [other.id for other in oms.similar_orders(order, "north")] == ["at -10", "at 10"]
    wider = StoredOms(shop.pk, duplicate_window=timedelta(minutes=11))
    assert len(wider.similar_orders(wider.order("at 0", "north").order, "north")) == 4


def test_a_batch_costs_as_many_statements_as_one_order(shop: Tenant) -> None:
    orders = [
        shopops_order(id=f"N-{number}", shipments=[{"id": "s1", "tracker_id": f"t{number}"}])
        for number in range(60)
    ]
    put(shop, *orders)
    put(shop, *(shopops_tracker(id=f"t{number}") for number in range(60)), kind="tracker")
    counts = []
    for ids in (["N-1"], [order["id"] for order in orders]):
        oms = StoredOms(shop.pk)
        with CaptureQueriesContext(connection) as captured:
            oms.preload(ids)
            for order_id in ids:
                order = oms.order(order_id, "north").order
                assert len(oms.trackers(order, "north")) == 1
                oms.similar_orders(order, "north")
        counts.append(len(captured))
    assert counts == [3, 3]


def test_an_order_that_is_gone_costs_its_batch_no_statement_more(shop: Tenant) -> None:
    fakes = import_fakes(shop, FakeOms(now=NOON), now=NOON)
    oms = StoredOms(shop.pk)
    oms.preload([*fakes.orders, "O-none"])
    with CaptureQueriesContext(connection) as captured:
        with pytest.raises(UnknownOrder):
            oms.order("O-none", shop.slug)
        assert oms.order("O-1001", shop.slug).order == fakes.orders["O-1001"]
    assert not captured.captured_queries


def test_a_pack_from_the_store_equals_the_pack_from_the_records_themselves(shop: Tenant) -> None:
    """But for what only the ledger says."""
    fakes = import_fakes(shop, FakeOms(now=NOON), now=NOON)
    stored = StoredOms(shop.pk)
    stored.preload(list(fakes.orders))
    from_records = IntakeAgent(oms=fakes, now=lambda: NOON)
    from_store = IntakeAgent(oms=stored, now=lambda: NOON)
    asked_of_ledger = []
    with tenant_scope(shop.pk):
        for order_id in fakes.orders:
            wanted = from_records.build(order_id, shop.slug)
            got = from_store.build(order_id, shop.slug)
            assert pack_digest(from_store.build(order_id, shop.slug)) == pack_digest(got)
            if got.fields.pop("earlier_credit", None):
                asked_of_ledger.append(order_id)
                del got.evidence["ledger:0"]
            assert got.fields == wanted.fields
            assert got.money == wanted.money
            assert set(got.evidence) == set(wanted.evidence)
    assert asked_of_ledger == ["O-1036"]
