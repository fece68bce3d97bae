"""Ids as long as the import format allows reach the queue like any other."""

import msgspec
import pytest

from shopops.agents.intake import FakeOms
from tests.support.pipeline import newest, open_shop, resolve_fakes

pytestmark = pytest.mark.django_db


def test_the_longest_ids_that_the_import_takes_can_be_proposed_for() -> None:
    oms = FakeOms()
    teaching = oms.orders["O-1001"]
    long = "x:" * 127 + "y"
    parcel = teaching.shipments[0]
    order = msgspec.structs.replace(
        teaching,
        id=long,
        source=long,
        shipments=(msgspec.structs.replace(parcel, id=long),),
        transactions=tuple(
            msgspec.structs.replace(transaction, id=long) for transaction in teaching.transactions
        ),
    )
    oms.orders[long] = order
    shop = open_shop()
    batch = resolve_fakes(shop, [long], oms=oms)
    assert batch.failed == []
    rows = newest(shop, long).pack.evidence_rows.all()
    assert max(len(row.short_id) for row in rows) > 300
    assert max(len(row.source_object) for row in rows) > 300
