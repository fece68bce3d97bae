"""Rows of a delivery into the records, in the order in which they came. In the shop's scope."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from shopops.connectors.batch import RowResult, take_batch
from shopops.connectors.formats import Format
from shopops.connectors.held import Outcome
from shopops.connectors.reading.row import Row
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.strict_json import decode
from shopops.connectors.tracked import orders_with
from shopops.deliveries.outcome import Result, outcome_of

NEWS = frozenset({Outcome.CREATED, Outcome.UPDATED})


def take(tenant_id: int, rows: Sequence[tuple[Format, bytes]], now: datetime) -> Result:
    """Newest wins, by the source's own time (`connectors.store`)."""
    results: list[RowResult] = []
    changed: set[str] = set()
    unknown: set[str] = set()
    for source_format, group in groupby(rows, key=lambda row: row[0]):
        numbered = [Row(number, number, raw) for number, (_, raw) in enumerate(group, 1)]
        taken = take_batch(
            tenant_id=tenant_id, source_format=source_format, rows=numbered, received_at=now
        )
        results += taken
        changed |= _changed(tenant_id, source_format, taken)
        unknown |= set(_unknown(source_format, taken))
    outcome, reason = outcome_of(results)
    return Result(
        outcome=outcome,
        reason=reason,
        changed=frozenset(changed),
        unknown=frozenset(unknown),
        forget=any(one.refused and one.refused.code is RefusalCode.ERASED for one in results),
    )


def _changed(tenant_id: int, source_format: Format, taken: Iterable[RowResult]) -> set[str]:
    """Orders that are not as they were, themselves or by a parcel of theirs."""
    ids = {one.external_id for one in taken if one.outcome in NEWS and one.external_id}
    if source_format.record_type == "order":
        return ids
    return orders_with(tenant_id, ids)


def _unknown(source_format: Format, taken: Iterable[RowResult]) -> Iterable[str]:
    for one in taken:
        if one.refused is not None and one.refused.code is RefusalCode.UNKNOWN_ORDER:
            yield from _order_of(source_format, one.row.raw)


def _order_of(source_format: Format, raw: bytes) -> Iterable[str]:
    if source_format.pieces is None:
        return ()
    try:
        return (source_format.pieces.locate(decode(raw)).order_id,)
    except RowRefused:
        return ()
