"""The store of source records: newest wins, unchanged writes nothing, tenants stay apart."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec
import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from shopops.agents.records import Order, Tracker
from shopops.connectors.models import RecordType, SourcePayload, SourceRecord
from shopops.connectors.store import Incoming, Outcome, upsert
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.import_cases import Payload, as_bytes, shopops_order, shopops_tracker
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
NEWER = "2026-03-05T10:00:00Z"
OLDER = "2026-02-05T10:00:00Z"


@pytest.fixture
def shop() -> Tenant:
    return open_shop("north")


def order(**changes: object) -> Incoming:
    payload = shopops_order(**changes)
    record = msgspec.convert(payload, Order)
    return Incoming(record=record, raw=as_bytes(payload), source=record.source)


def tracker(**changes: object) -> Incoming:
    payload = shopops_tracker(**changes)
    record = msgspec.convert(payload, Tracker)
    return Incoming(record=record, raw=as_bytes(payload), source=record.source)


def take(shop: Tenant, *items: Incoming, at: datetime = NOW) -> list[Outcome]:
    with tenant_scope(shop.pk):
        return [result.outcome for result in upsert(shop.pk, items, at)]


def held(shop: Tenant, external_id: str = "N-1") -> SourceRecord:
    return SourceRecord.objects.get(tenant=shop, external_id=external_id)


def number_of(shop: Tenant) -> str:
    return held(shop).number


def test_a_new_record_is_kept_with_its_payload_and_a_salted_hash(shop: Tenant) -> None:
    item = order()
    assert take(shop, item) == [Outcome.CREATED]
    row = held(shop)
    assert (row.record_type, row.source, row.number) == (RecordType.ORDER, "shopops", "1001")
    assert row.authored_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert row.source_updated_at == datetime(2026, 3, 2, 10, tzinfo=UTC)
    assert msgspec.convert(row.body, Order) == item.record
    assert bytes(row.payload.raw) == item.raw
    assert bytes(row.payload.salted_sha256) == sha256(bytes(row.salt) + item.raw).digest()
    assert row.payload.received_at == NOW


def test_two_records_never_share_a_salt(shop: Tenant) -> None:
    take(shop, order(), order(id="N-2"))
    assert bytes(held(shop).salt) != bytes(held(shop, "N-2").salt)


def test_a_tracker_is_kept_under_its_own_id_with_its_order(shop: Tenant) -> None:
    assert take(shop, tracker(order_id="N-1")) == [Outcome.CREATED]
    row = held(shop, "t1")
    assert (row.record_type, row.order_external_id) == (RecordType.TRACKER, "N-1")
    assert row.authored_at == datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_order_and_a_tracker_may_have_the_same_id(shop: Tenant) -> None:
    assert take(shop, order(id="7"), tracker(id="7")) == [Outcome.CREATED, Outcome.CREATED]


def test_the_same_payload_again_writes_nothing(shop: Tenant) -> None:
    take(shop, order())
    before = held(shop)
    assert take(shop, order(), at=LATER) == [Outcome.UNCHANGED]
    assert held(shop).changed_at == before.changed_at
    assert SourcePayload.objects.count() == 1


def test_a_newer_payload_replaces_the_record_and_both_are_kept(shop: Tenant) -> None:
    take(shop, order())
    assert take(shop, order(number="new", updated_at=NEWER), at=LATER) == [Outcome.UPDATED]
    row = held(shop)
    assert (row.number, row.changed_at, row.payload.received_at) == ("new", LATER, LATER)
    assert SourcePayload.objects.filter(external_id="N-1").count() == 2


def test_a_late_payload_is_kept_once_and_changes_nothing(shop: Tenant) -> None:
    take(shop, order(updated_at=NEWER))
    late = order(number="late", updated_at=OLDER)
    for _ in range(2):
        assert take(shop, late, at=LATER) == [Outcome.OLDER]
    assert number_of(shop) == "1001"
    assert SourcePayload.objects.count() == 2


def test_of_equal_times_the_one_received_later_wins_once(shop: Tenant) -> None:
    first, second = order(number="first"), order(number="second")
    assert take(shop, first, second) == [Outcome.CREATED, Outcome.UPDATED]
    assert number_of(shop) == "second"
    assert take(shop, first, second) == [Outcome.OLDER, Outcome.UNCHANGED]
    assert number_of(shop) == "second"


def test_without_times_a_change_may_be_taken_back(shop: Tenant) -> None:
    first = order(number="first", updated_at=None)
    second = order(number="second", updated_at=None)
    take(shop, first)
    take(shop, second)
    assert take(shop, first) == [Outcome.UPDATED]
    assert number_of(shop) == "first"
    assert SourcePayload.objects.count() == 2


def test_a_file_with_two_versions_ends_the_same_however_often_it_is_read(shop: Tenant) -> None:
    versions = [order(number=name, updated_at=None) for name in ("first", "second")]
    take(shop, *versions)
    before = held(shop)
    take(shop, *versions, at=LATER)
    assert (held(shop).number, held(shop).changed_at) == ("second", before.changed_at)


def test_the_creation_date_is_frozen_at_the_first_import_that_tells_it(shop: Tenant) -> None:
    take(shop, order(placed_at=None))
    assert held(shop).authored_at is None
    take(shop, order(placed_at="2026-03-01T10:00:00Z", updated_at=NEWER))
    take(shop, order(placed_at="2026-03-04T10:00:00Z", updated_at="2026-03-06T10:00:00Z"))
    assert held(shop).authored_at == datetime(2026, 3, 1, 10, tzinfo=UTC)


def test_an_id_of_another_source_is_refused(shop: Tenant) -> None:
    take(shop, order())
    with tenant_scope(shop.pk):
        (result,) = upsert(shop.pk, [order(source="legacy", updated_at=NEWER)], LATER)
    assert result.outcome is Outcome.REFUSED
    assert "shopops" in result.reason
    assert held(shop).source == "shopops"


def test_the_same_id_in_two_shops_is_two_records(shop: Tenant) -> None:
    other = open_shop("south")
    take(shop, order())
    assert take(other, order(number="south")) == [Outcome.CREATED]
    assert (number_of(shop), number_of(other)) == ("1001", "south")


def test_a_record_cannot_refer_to_another_shops_payload(shop: Tenant) -> None:
    other = open_shop("south")
    take(shop, order())
    take(other, order())
    refused = pytest.raises(IntegrityError, match="source_record_payload_of_tenant")
    with refused, transaction.atomic():
        SourceRecord.objects.filter(tenant=shop).update(payload=held(other).payload)


def test_erasing_a_record_and_its_payloads_leaves_nothing_of_it(shop: Tenant) -> None:
    take(shop, order(), tracker(id="N-1"))
    take(shop, order(number="new", updated_at=NEWER))
    key = {"tenant": shop, "record_type": RecordType.ORDER, "external_id": "N-1"}
    SourceRecord.objects.filter(**key).delete()
    SourcePayload.objects.filter(**key).delete()
    assert SourceRecord.objects.get().record_type == RecordType.TRACKER
    assert SourcePayload.objects.get().record_type == RecordType.TRACKER


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"id": "c1", "email": "a@x.org"}, {"id": "c1", "email": "b@x.org"}, True),
        ({"id": "c1"}, {"id": "c2"}, False),
        ({"email": "Jo@X.org "}, {"email": "jo@x.org"}, True),
        ({"email": "jo@x.org"}, {"email": "joe@x.org"}, False),
        ({"id": "jo@x.org"}, {"email": "jo@x.org"}, False),
    ],
)
def test_a_customer_is_found_again_by_id_or_else_by_mail(
    shop: Tenant, one: Payload, other: Payload, same: bool
) -> None:
    take(shop, order(customer=one), order(id="N-2", customer=other))
    first, second = held(shop).customer_ref, held(shop, "N-2").customer_ref
    assert first is not None
    assert second is not None
    assert (bytes(first) == bytes(second)) is same


@pytest.mark.parametrize("customer", [None, {}, {"email": " "}, {"name": "Jo"}])
def test_a_customer_nobody_can_name_has_no_reference(
    shop: Tenant, customer: Payload | None
) -> None:
    take(shop, order(customer=customer))
    assert held(shop).customer_ref is None


def test_a_customers_reference_differs_from_shop_to_shop(shop: Tenant) -> None:
    other = open_shop("south")
    take(shop, order())
    take(other, order())
    assert bytes(held(shop).customer_ref or b"") != bytes(held(other).customer_ref or b"")


def statements(shop: Tenant, items: Sequence[Incoming]) -> int:
    with CaptureQueriesContext(connection) as captured:
        take(shop, *items)
    return len(captured)


def test_five_hundred_records_cost_no_more_statements_than_one(shop: Tenant) -> None:
    many = [order(id=f"N-{number}") for number in range(500)]
    newer = [order(id=f"N-{number}", updated_at=NEWER) for number in range(500)]
    one = statements(shop, [order(id="first")])
    assert statements(shop, many) == one
    one = statements(shop, [order(id="first", updated_at=NEWER)])
    assert statements(shop, newer) == one
    assert one <= 14
