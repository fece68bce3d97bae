"""A record as somebody outside names it, found among this shop's own."""

from datetime import UTC, date

from msgspec import Struct

from shopops.alarms.identity import Obligation, RecordKind
from shopops.alarms.records import records_of
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.subjects import Subject

# What may be owed for a record. One that allows a single obligation need not name it.
OBLIGATIONS: dict[RecordKind, tuple[Obligation, ...]] = {
    RecordKind.SHIPMENT: (Obligation.SHIPMENT,),
    RecordKind.TRANSACTION: (Obligation.MONEY,),
    RecordKind.ORDER: tuple(Obligation),
}


class GivenRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`ids`: the order's id, and for a part of it the part's id after that."""

    source: str
    kind: RecordKind
    ids: tuple[str, ...]
    authored_on: date
    obligation: Obligation | None = None


def subject_of(tenant_id: int, given: GivenRecord) -> Subject:
    """Raises `Refused` for a record that this shop has not, or has without or with another date."""
    obligation = _obligation(given)
    if obligation is None or not given.ids:
        raise Refused(RefusalCode.UNKNOWN_RECORD)
    order_id, *parts = given.ids
    records = records_of(tenant_id, [order_id]).get(order_id)
    record = None
    if records is not None and len(parts) < 2:
        record = records.find(given.kind, parts[0] if parts else None)
    if records is None or record is None or record.source != given.source:
        raise Refused(RefusalCode.UNKNOWN_RECORD)
    if record.authored_at is None:
        raise Refused(RefusalCode.NO_AUTHORED_DATE)
    if record.authored_at.astimezone(UTC).date() != given.authored_on:
        raise Refused(RefusalCode.UNKNOWN_RECORD)
    return Subject(
        record=record, obligation=obligation, order_id=order_id, order_number=records.number
    )


def _obligation(given: GivenRecord) -> Obligation | None:
    allowed = OBLIGATIONS[given.kind]
    if given.obligation is None:
        return allowed[0] if len(allowed) == 1 else None
    return given.obligation if given.obligation in allowed else None
