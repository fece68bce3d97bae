"""What the readers let through, the database takes: no row ever stops a batch."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopops.connectors.batch import take_batch
from shopops.connectors.formats import Format
from shopops.connectors.held import Outcome
from shopops.connectors.reading.row import Row
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS
from shopops.connectors.stored import StoredOms
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.import_cases import (
    Payload,
    easypost_tracker,
    shopify_order,
    shopify_transaction,
    shopops_order,
    woo_order,
    woo_refund,
)
from tests.support.pipeline import open_shop

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
CASES: list[tuple[Format, list[Payload]]] = [
    (ORDER_FORMATS["shopops"], [shopops_order()]),
    (ORDER_FORMATS["shopify"], [shopify_order(), shopify_transaction()]),
    (ORDER_FORMATS["woocommerce"], [woo_order(), woo_refund()]),
    (TRACKER_FORMATS["easypost"], [easypost_tracker()]),
]
TEXT = st.text(max_size=300).filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), TEXT, st.datetimes().map(str)
)


@pytest.fixture
def shop() -> Tenant:
    return open_shop("north")


@pytest.mark.parametrize(("source_format", "payloads"), CASES)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_batch_with_changed_rows_is_taken_row_by_row(
    shop: Tenant, source_format: Format, payloads: list[Payload], data: st.DataObject
) -> None:
    changed = [_changed(payload, data) for payload in payloads]
    rows = [
        Row(place, place, json.dumps(item).encode())
        for place, item in enumerate([*changed, *payloads], 1)
    ]
    with tenant_scope(shop.pk):
        results = take_batch(
            tenant_id=shop.pk, source_format=source_format, rows=rows, received_at=NOW
        )
    assert [result.row for result in results] == rows
    assert all((result.outcome is Outcome.REFUSED) == bool(result.refused) for result in results)
    if source_format.record_type == "order":
        taken = [result.external_id for result in results if result.refused is None]
        StoredOms(shop.pk).preload([order_id for order_id in taken if order_id])


def _changed(payload: Payload, data: st.DataObject) -> dict[str, Any]:
    name = data.draw(st.sampled_from(sorted(payload)))
    value = payload[name]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = data.draw(st.sampled_from(sorted(value[0])))
        return {**payload, name: [{**value[0], inner: data.draw(VALUES)}]}
    if isinstance(value, dict):
        inner = data.draw(st.sampled_from(sorted(value)))
        return {**payload, name: {**value, inner: data.draw(VALUES)}}
    return {**payload, name: data.draw(VALUES)}
