"""One batch of rows: each is taken or refused, and one bad row harms no other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shopops.agents.records import Tracker
from shopops.connectors import store
from shopops.connectors.formats import Format
from shopops.connectors.held import Incoming, Outcome
from shopops.connectors.ports import Fetched
from shopops.connectors.readers import RowReader, reader_of
from shopops.connectors.reading.row import Row
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.store import UpsertResult
from shopops.connectors.strict_json import decode


@dataclass(frozen=True, slots=True)
class RowResult:
    """`refused` is set exactly when the outcome is REFUSED; the id may then be unknown. `undated`:
    something of it does not say when it was made. `of_order`: the order that a tracker names."""

    row: Row
    outcome: Outcome
    external_id: str | None = None
    refused: RowRefused | None = None
    undated: bool = False
    of_order: str | None = None


def take_batch(
    *, tenant_id: int, source_format: Format, rows: Sequence[Row], received_at: datetime
) -> list[RowResult]:
    """Read and store a batch, inside `tenant_scope`; a result for each row, in order."""
    store.lock(tenant_id)
    reader = reader_of(tenant_id, source_format)
    values = [_decoded(row) for row in rows]
    reader.prepare(value for value in values if not isinstance(value, RowRefused))
    read = [_read(reader, row, value) for row, value in zip(rows, values, strict=True)]
    incoming = [item for item in read if isinstance(item, Incoming)]
    stored = iter(store.upsert(tenant_id, incoming, received_at))
    return [
        _stored(row, next(stored), item)
        if isinstance(item, Incoming)
        else _unstored(row, value, item)
        for row, value, item in zip(rows, values, read, strict=True)
    ]


def is_another(tenant_id: int, fetched: Fetched) -> bool:
    """Whether a shop's order is another one than that held by its id. Stores nothing."""
    row = Row(1, 1, fetched.rows[0])
    reader, value = reader_of(tenant_id, fetched.source_format), _decoded(row)
    reader.prepare([] if isinstance(value, RowRefused) else [value])
    read = _read(reader, row, value)
    return isinstance(read, RowRefused) and read.code is RefusalCode.OTHER_ORDER


def _decoded(row: Row) -> Any:
    """The row's value, or why there is none."""
    try:
        return row.refused or decode(row.raw)
    except RowRefused as refused:
        return refused


def _read(reader: RowReader, row: Row, value: Any) -> Incoming | Outcome | RowRefused:
    if isinstance(value, RowRefused):
        return value
    try:
        return reader.read(row.raw, value)
    except RowRefused as refused:
        return refused
    except RecursionError:
        return RowRefused(RefusalCode.TOO_DEEP, "$", "is nested too deeply")


def _stored(row: Row, result: UpsertResult, item: Incoming) -> RowResult:
    if result.outcome is not Outcome.REFUSED:
        told = item.record
        of_order = told.order_id if isinstance(told, Tracker) else None
        outcome, key = result.outcome, result.external_id
        return RowResult(row, outcome, key, undated=item.undated, of_order=of_order)
    refused = RowRefused(result.code, "$.id", result.reason)
    return RowResult(row, result.outcome, result.external_id, refused)


def _unstored(row: Row, value: Any, item: Outcome | RowRefused) -> RowResult:
    external_id = value.get("id") if isinstance(value, dict) else None
    known = external_id if isinstance(external_id, str) else None
    if isinstance(item, RowRefused):
        return RowResult(row, Outcome.REFUSED, known, item)
    return RowResult(row, item, known)
