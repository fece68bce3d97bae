"""Orders that a shop spoke of without telling us how they are: their source is asked for them.

A refund may overtake its order. What is fetched has the refund in it. An order in the bin is read
as one that was cancelled. One that is gone for good stays as it was known: before anything is done
about it the gate asks for it too, and lets nothing through.
"""

import logging
from collections.abc import Collection
from datetime import datetime

from shopops.connections.models import Connection, Delivery, State, Taken
from shopops.connections.settings import reader_of
from shopops.connectors.ports import CannotRead, Reader
from shopops.deliveries.taking import take
from shopops.deliveries.waking import wake_pipeline
from shopops.tenants.scope import tenant_scope

logger = logging.getLogger(__name__)
FETCHED = "It came before its order, which was then read from the shop."


def fetch(
    *, tenant_id: int, delivery_id: int, order_ids: Collection[str], now: datetime
) -> set[str]:
    """Which of them are here now. The delivery that spoke of them counts as taken once all are."""
    with tenant_scope(tenant_id):
        found = Delivery.objects.of(tenant_id).select_related("connection").filter(pk=delivery_id)
        delivery = found.first()
    reader = _reader(delivery.connection) if delivery else None
    if reader is None:
        return set()
    here = {one for one in order_ids if _take(tenant_id, reader, one, now)}
    if here == set(order_ids):
        with tenant_scope(tenant_id):
            found.filter(outcome=Taken.REFUSED).update(outcome=Taken.TAKEN, reason=FETCHED)
    wake_pipeline(tenant_id, here)
    return here


def _reader(connection: Connection) -> Reader | None:
    return reader_of(connection) if connection.state == State.ACTIVE else None


def _take(tenant_id: int, reader: Reader, order_id: str, now: datetime) -> bool:
    """The shop is asked outside of any transaction."""
    try:
        fetched = reader.order(order_id)
    except CannotRead as problem:
        logger.warning("an order could not be read from its shop: %s", problem.code)
        return False
    with tenant_scope(tenant_id):
        rows = [(fetched.source_format, raw) for raw in fetched.rows]
        return take(tenant_id, rows, now).outcome is not Taken.REFUSED
