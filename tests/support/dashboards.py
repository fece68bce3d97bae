"""What a test asks a dashboard, and the sample shop that it counts by hand."""

from datetime import date
from typing import TypeVar

from shopops.agents.canonical import canonical_json
from shopops.agents.records import Order, Tracker
from shopops.connectors.store import Incoming, upsert
from shopops.dashboard.period import Period
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import Deciding
from tests.support.reviewing import Reviewing, reviewing

ZONE = "America/Chicago"  # five hours behind UTC in the days of these tests
NOON_DAY = date(2026, 3, 18)  # of tests.support.pipeline.NOON
DOLLARS, YEN, DINARS, SPLIT = "O-1001", "O-1032", "O-1033", "O-1030"
ESCALATED = "O-1011"
SHOP = (DOLLARS, YEN, DINARS, SPLIT, ESCALATED)
Rows = TypeVar("Rows")


def days(first: date = NOON_DAY, last: date | None = None, zone: str = ZONE) -> Period:
    return Period(first, last or first, zone)


def sample_shop(*order_ids: str) -> Reviewing:
    """With a shop beside it that has decided a lot, of which no number may be seen."""
    stranger = reviewing([DOLLARS, YEN], slug="store_other")
    for order_id in (DOLLARS, YEN):
        Deciding(stranger, order_id).reject(name="Olga")
    return reviewing(order_ids or SHOP)


def import_records(room: Reviewing, *records: Order | Tracker) -> None:
    incoming = [
        Incoming(record=record, raw=canonical_json(record), source=record.source)
        for record in records
    ]
    with tenant_scope(room.shop.pk):
        upsert(room.shop.pk, incoming, room.now)
