"""The references by which a customer's orders are found together, after the secret key changed."""

import msgspec

from shopops.agents.records import Order
from shopops.connectors import store
from shopops.connectors.customer_ref import customer_ref
from shopops.connectors.models import RecordType, SourceRecord
from shopops.tenants.scope import tenant_scope

A_BATCH = 500


def rekey_customers(tenant_id: int) -> int:
    """How many were made anew from what is held of their order. Until then an order that came
    after the change looks like another customer's: no duplicate is seen, and no earlier goodwill.
    """
    done, after = 0, 0
    while True:
        with tenant_scope(tenant_id):
            store.lock(tenant_id)  # nothing is taken in meanwhile
            orders = SourceRecord.objects.filter(tenant_id=tenant_id, record_type=RecordType.ORDER)
            rows = list(orders.filter(pk__gt=after).order_by("pk")[:A_BATCH])
            moved = [row for row in rows if _made_anew(row)]
            SourceRecord.objects.bulk_update(moved, ["customer_ref"])
        if not rows:
            return done
        done, after = done + len(moved), rows[-1].pk


def _made_anew(row: SourceRecord) -> bool:
    before = bytes(row.customer_ref or b"")
    row.customer_ref = customer_ref(row.tenant_id, msgspec.convert(row.body, Order))
    return bytes(row.customer_ref or b"") != before
