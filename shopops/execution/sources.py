"""Reading an order from its source once more, before something is done about it."""

from datetime import datetime

from shopops.connectors.batch import RowResult, take_batch
from shopops.connectors.held import Outcome
from shopops.connectors.ports import CannotRead, Fetched, Reader
from shopops.connectors.reading.row import Row
from shopops.tenants.scope import tenant_scope

ORDER_GONE = "order_gone"  # a reader's code: the source has no such order any more
UNREADABLE = "source_unreadable"


class SourceTrouble(Exception):
    """The source could not be read. `code` is stable."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def read_again(*, tenant_id: int, reader: Reader, order_id: str, now: datetime) -> None:
    """Stores what the source says now. Outside of any transaction. Raises `SourceTrouble`."""
    try:
        fetched = reader.order(order_id)
    except CannotRead as problem:
        raise SourceTrouble(problem.code, str(problem)) from problem
    with tenant_scope(tenant_id):
        taken = _take(tenant_id, fetched, now)
    refused = [one for one in taken if one.outcome is Outcome.REFUSED]
    if refused:
        said = str(refused[0].refused) if refused[0].refused else ""
        raise SourceTrouble(UNREADABLE, said)


def _take(tenant_id: int, fetched: Fetched, now: datetime) -> list[RowResult]:
    rows = [Row(number, number, raw) for number, raw in enumerate(fetched.rows, 1)]
    return take_batch(
        tenant_id=tenant_id, source_format=fetched.source_format, rows=rows, received_at=now
    )
