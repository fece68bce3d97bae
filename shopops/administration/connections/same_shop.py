"""Whether a shop is the one whose orders are here, where two of its kind give the same ids."""

from collections.abc import Collection

from shopops.connections.models import Connection
from shopops.connections.settings import connector_of
from shopops.connectors.batch import is_another
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.ports import NO_ORDER, CannotRead, Fetched, Reader
from shopops.tenants.scope import tenant_scope

LOOKED_AT = 3


def taken_for_another(connection: Connection, reader: Reader) -> str | None:
    """The id of an order that is here, and is another one there; None where none of a few is.

    Call it outside of any transaction: it asks the shop. Raises `CannotRead`.
    """
    connector = connector_of(connection)
    if not connector.counts_alike:
        return None
    for order_id in _known(connection.tenant_id, connector.sources):
        told = _told(reader, order_id)
        if told is None:
            continue
        with tenant_scope(connection.tenant_id):
            if is_another(connection.tenant_id, told):
                return order_id
    return None


def _known(tenant_id: int, sources: Collection[str]) -> list[str]:
    with tenant_scope(tenant_id):
        rows = SourceRecord.objects.filter(
            tenant_id=tenant_id, record_type=RecordType.ORDER, source__in=sources
        )
        found = rows.order_by("-external_id").values_list("external_id", flat=True)
        return list(found[:LOOKED_AT])


def _told(reader: Reader, order_id: str) -> Fetched | None:
    """None: the shop has no such order, or has it no more, which says nothing."""
    try:
        return reader.order(order_id)
    except CannotRead as problem:
        if problem.code in NO_ORDER:
            return None
        raise
