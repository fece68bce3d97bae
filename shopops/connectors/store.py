"""The only writer of source records: newest wins, and what is unchanged writes nothing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import connection
from django.db.models.fields.json import KeyTextTransform

from shopops.agents.records import Order, TrackerStatus
from shopops.connectors.customer_ref import customer_ref
from shopops.connectors.erased import ERASED, erased_among
from shopops.connectors.held import Held, Incoming, Outcome
from shopops.connectors.models import RecordType, SourcePayload, SourceRecord, new_salt
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.search_terms import found_order, search_terms

__all__ = ["Incoming", "Outcome", "UpsertResult", "hold", "lock", "upsert"]

ALONE = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
TOGETHER = "SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))"
# In place of those of the record's state before.
SEARCH_TERMS = """
WITH before AS (
    DELETE FROM connectors_searchterm WHERE tenant_id = %s AND record_id = ANY (%s)
)
INSERT INTO connectors_searchterm (tenant_id, record_id, order_id, term)
SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::text[])
"""

Key = tuple[str, str]
CHANGING_COLUMNS = (
    "number",
    "order_external_id",
    "customer_ref",
    "authored_at",
    "source_updated_at",
    "body",
    "paths",
    "payload",
    "changed_at",
)


@dataclass(frozen=True, slots=True)
class UpsertResult:
    """`code` and `reason` say why, where it is refused."""

    external_id: str
    outcome: Outcome
    reason: str = ""
    code: RefusalCode = RefusalCode.OTHER_SOURCE


def upsert(
    tenant_id: int, incoming: Sequence[Incoming], received_at: datetime
) -> list[UpsertResult]:
    """Take records in, in the order given; an id may come more than once.

    Call it inside `tenant_scope`. The number of statements does not depend on the batch. Other
    writers of the same tenant wait until the scope ends.
    """
    lock(tenant_id)
    _plan_anew()
    held = _held(tenant_id, {item.key for item in incoming})
    gone = erased_among(tenant_id, incoming)
    for item in incoming:
        held.setdefault(item.key, Held(source=item.source, salt=new_salt()))
    before = {key: state.digest for key, state in held.items()}
    digests = [held[item.key].digest_of(item) for item in incoming]
    payloads = _Payloads(tenant_id, received_at, digests, known=any(before.values()))
    results = []
    for item, digest in zip(incoming, digests, strict=True):
        if item.key in gone:
            results.append(_erased(item))
            continue
        outcome = held[item.key].take(item, seen=payloads.seen(digest))
        if outcome not in (Outcome.REFUSED, Outcome.UNCHANGED):
            payloads.keep(item, digest)
        results.append(_result(item, outcome, held[item.key].source))
    payloads.write()
    changed = [state for key, state in held.items() if state.digest != before[key]]
    _write(tenant_id, changed, payloads, received_at)
    return results


def lock(tenant_id: int) -> None:
    """One writer of a tenant's records at a time, until the transaction ends."""
    _take(ALONE, tenant_id)


def hold(tenant_id: int) -> None:
    """No record of this tenant changes until the transaction ends; many may hold them."""
    _take(TOGETHER, tenant_id)


def _take(statement: str, tenant_id: int) -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("call this inside tenant_scope: it holds a lock until the scope ends")
    with connection.cursor() as cursor:
        cursor.execute(statement, [f"shopops.connectors:{tenant_id}"])


def _plan_anew() -> None:
    """A connection keeps the plans of its foreign keys. Those it made while the tables were empty
    read a tenant's every row for each new one, until the tables are analyzed."""
    with connection.cursor() as cursor:
        cursor.execute("DISCARD PLANS")


def _held(tenant_id: int, keys: Collection[Key]) -> dict[Key, Held]:
    rows = SourceRecord.objects.filter(
        tenant_id=tenant_id,
        record_type__in={record_type for record_type, _ in keys},
        external_id__in=[external_id for _, external_id in keys],
    ).annotate(status=KeyTextTransform("status", "body"))
    columns = rows.values_list(
        "record_type",
        "external_id",
        "source",
        "salt",
        "authored_at",
        "source_updated_at",
        "payload__salted_sha256",
        "status",
    )
    return {
        (kind, external_id): Held(
            source=source,
            salt=bytes(salt),
            authored_at=authored_at,
            updated_at=updated_at,
            digest=bytes(digest),
            status=TrackerStatus(status) if kind == RecordType.TRACKER else None,
        )
        for kind, external_id, source, salt, authored_at, updated_at, digest, status in columns
    }


def _result(item: Incoming, outcome: Outcome, holder: str) -> UpsertResult:
    reason = ""
    if outcome is Outcome.REFUSED:
        reason = f"this id already belongs to a record from {holder}"
    return UpsertResult(item.record.id, outcome, reason)


def _erased(item: Incoming) -> UpsertResult:
    return UpsertResult(item.record.id, Outcome.REFUSED, ERASED, RefusalCode.ERASED)


class _Payloads:
    """The payloads of a batch by salted hash; each is kept once, however often it comes."""

    def __init__(
        self, tenant_id: int, received_at: datetime, digests: list[bytes], *, known: bool
    ) -> None:
        self._tenant_id = tenant_id
        self._received_at = received_at
        self._new: dict[bytes, SourcePayload] = {}
        self._ids: dict[bytes, int] = {}
        if known:
            rows = SourcePayload.objects.filter(tenant_id=tenant_id, salted_sha256__in=digests)
            self._ids = {bytes(row.salted_sha256): row.pk for row in rows.only("salted_sha256")}

    def seen(self, digest: bytes) -> bool:
        return digest in self._ids or digest in self._new

    def keep(self, item: Incoming, digest: bytes) -> None:
        if not self.seen(digest):
            record_type, external_id = item.key
            self._new[digest] = SourcePayload(
                tenant_id=self._tenant_id,
                record_type=record_type,
                external_id=external_id,
                salted_sha256=digest,
                raw=item.raw,
                received_at=self._received_at,
            )

    def write(self) -> None:
        for row in SourcePayload.objects.bulk_create(self._new.values()):
            self._ids[bytes(row.salted_sha256)] = row.pk

    def id_of(self, digest: bytes) -> int:
        return self._ids[digest]


def _write(tenant_id: int, changed: list[Held], payloads: _Payloads, received_at: datetime) -> None:
    if not changed:
        return
    rows = SourceRecord.objects.bulk_create(
        [_row(tenant_id, state, payloads, received_at) for state in changed],
        update_conflicts=True,
        unique_fields=("tenant", "record_type", "external_id"),
        update_fields=CHANGING_COLUMNS,
    )
    terms = [
        (row.pk, order_id, term)
        for row, state in zip(rows, changed, strict=True)
        for order_id, term in _terms(state)
    ]
    with connection.cursor() as cursor:
        lists = [list(column) for column in zip(*terms, strict=True)] or [[], [], []]
        cursor.execute(SEARCH_TERMS, [tenant_id, [row.pk for row in rows], tenant_id, *lists])


def _terms(state: Held) -> Iterator[tuple[str, str]]:
    """The order, and a term that it is found by."""
    if state.latest is None:
        return
    record = state.latest.record
    order_id = found_order(record)
    yield from ((order_id, term) for term in sorted(search_terms(record)))


def _row(tenant_id: int, state: Held, payloads: _Payloads, received_at: datetime) -> SourceRecord:
    if state.latest is None or state.digest is None:
        raise AssertionError("only a record that this batch changed is written")
    item, record = state.latest, state.latest.record
    order = record if isinstance(record, Order) else None
    record_type, external_id = item.key
    return SourceRecord(
        tenant_id=tenant_id,
        record_type=record_type,
        external_id=external_id,
        source=state.source,
        number=(order and order.number) or "",
        order_external_id="" if isinstance(record, Order) else record.order_id or "",
        customer_ref=order and customer_ref(tenant_id, order),
        authored_at=state.authored_at,
        source_updated_at=state.updated_at,
        body=msgspec.to_builtins(record),
        paths=dict(item.paths),
        salt=state.salt,
        payload_id=payloads.id_of(state.digest),
        changed_at=received_at,
    )
