"""A customer's orders are found together also after the secret key was changed."""

from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import Settings

from shopops.agents.records import Customer
from shopops.connectors.models import SourceRecord
from tests.support.alarm_store import an_order, import_orders
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db
INES = Customer(id="c-1", name="Ines", email="ines@example.com")
NEW = "another secret key, of more than fifty characters, so that it may be one"


def test_resealing_brings_the_orders_before_and_after_the_change_together(
    settings: Settings,
) -> None:
    shop = open_shop()
    import_orders(shop, an_order("O-1", customer=INES), an_order("O-2", customer=None))
    settings.SECRET_KEY = NEW
    import_orders(shop, an_order("O-3", customer=INES))
    before = refs()
    assert before["O-1"] != before["O-3"]
    said = StringIO()
    call_command("reseal", stdout=said)
    after = refs()
    assert after["O-1"] == after["O-3"] == before["O-3"]
    assert after["O-2"] is None
    assert "the customers of 1 orders" in said.getvalue()


def refs() -> dict[str, bytes | None]:
    rows = SourceRecord.objects.filter(record_type="order")
    found = rows.values_list("external_id", "customer_ref")
    return {order: bytes(ref) if ref else None for order, ref in found}
