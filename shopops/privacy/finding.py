"""Which orders are meant. In the shop's scope."""

from django.db.models import QuerySet

from shopops.connectors.customer_ref import ref_of_id
from shopops.connectors.models import RecordType, SourceRecord
from shopops.privacy.models import PrivacyRequest, RequestKind
from shopops.proposals.models import NUMBER, Proposal


def orders_numbered(tenant_id: int, number: str) -> list[str]:
    """By number or id; of an order that was erased before, its proposals still know both."""
    asked = number.strip()
    if not asked:
        return []
    proposals = Proposal.objects.of(tenant_id)
    numbered = proposals.annotate(named=NUMBER).filter(named=asked.upper())
    named = (
        _orders(tenant_id).filter(external_id=asked).values_list("external_id", flat=True),
        numbered.values_list("order_id", flat=True),
        proposals.filter(order_id=asked).values_list("order_id", flat=True),
    )
    return sorted({order for found in named for order in found})


def orders_meant(request: PrivacyRequest, *, most: int | None) -> list[str]:
    """Those that it names; else all of the customer, or of the shop that left, up to one more than
    `most`. A settled one keeps what it was settled about."""
    if request.orders or request.settled_at is not None:
        return list(request.orders)
    connection = request.connection
    if connection is None:
        return []
    theirs = _orders(request.tenant_id).filter(source=connection.connector)
    if request.kind != RequestKind.ERASE_SHOP:
        if not request.customer_id:
            return []
        ref = ref_of_id(request.tenant_id, connection.connector, request.customer_id)
        theirs = theirs.filter(customer_ref=ref)
    ids = theirs.order_by("external_id").values_list("external_id", flat=True)
    return list(ids if most is None else ids[: most + 1])


def orders_held(tenant_id: int, source: str) -> QuerySet[SourceRecord]:
    """All, or those of one source."""
    return _orders(tenant_id).filter(source=source) if source else _orders(tenant_id)


def _orders(tenant_id: int) -> QuerySet[SourceRecord]:
    return SourceRecord.objects.filter(tenant_id=tenant_id, record_type=RecordType.ORDER)
