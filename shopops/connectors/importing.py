"""Import a file, batch by batch. What is committed stays, so a stopped run is simply run again."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import reset_queries

from shopops.connectors.batch import RowResult, take_batch
from shopops.connectors.formats import Format
from shopops.connectors.held import Outcome
from shopops.connectors.reading.chunks import Readable
from shopops.connectors.reading.row import Row
from shopops.connectors.reading.rows import read_rows
from shopops.tenants.scope import tenant_scope

BATCH_ROWS = 500
BATCH_BYTES = 8 * 1024 * 1024


@dataclass(slots=True)
class Summary:
    """How many rows had which outcome; every row has exactly one."""

    counts: Counter[Outcome] = field(default_factory=Counter)

    @property
    def rows(self) -> int:
        return self.counts.total()

    @property
    def refused(self) -> int:
        return self.counts[Outcome.REFUSED]


def import_file(
    *,
    tenant_id: int,
    source_format: Format,
    stream: Readable,
    now: Callable[[], datetime],
    report: Callable[[RowResult], None],
    summary: Summary,
) -> None:
    """Commit each batch on its own; `report` gets every refused row, `summary` is kept current."""
    for rows in batches(read_rows(stream, source_format.lists)):
        with tenant_scope(tenant_id):
            results = take_batch(
                tenant_id=tenant_id, source_format=source_format, rows=rows, received_at=now()
            )
        reset_queries()  # with DEBUG on, Django would keep the text of every statement
        for result in results:
            summary.counts[result.outcome] += 1
            if result.refused is not None:
                report(result)


def batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """At most so many rows and about so many bytes, so that memory stays flat."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row.raw)
        if len(batch) >= BATCH_ROWS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
