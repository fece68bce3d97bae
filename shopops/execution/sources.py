"""Reading an order from its source once more, before something is done about it."""

from datetime import datetime

from shopops.connectors.batch import RowResult, take_batch
from shopops.connectors.held import Outcome
from shopops.connectors.ports import NO_ORDER, ORDER_GONE, CannotRead, Fetched, Reader
from shopops.connectors.reading.row import Row
from shopops.execution.codes import EffectCode
from shopops.tenants.scope import tenant_scope


class SourceTrouble(Exception):
    """The source could not be read. `code` is stable. `asked`: what came of asking it; None: it
    answered, with what can't be used."""

    def __init__(self, code: str, detail: str, *, asked: CannotRead | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.asked = asked


def read_again(*, tenant_id: int, reader: Reader, order_id: str, now: datetime) -> None:
    """Stores what the source says now. Outside of any transaction. Raises `SourceTrouble`, also for
    what is older than what is held: that would be judged by something that the source does not say,
    such as a copy of yesterday, or another shop that has an order of the same id."""
    try:
        fetched = reader.order(order_id)
    except CannotRead as problem:
        gone = problem.code in NO_ORDER
        code = ORDER_GONE if gone else problem.code
        raise SourceTrouble(code, str(problem), asked=None if gone else problem) from problem
    with tenant_scope(tenant_id):
        taken = _take(tenant_id, fetched, now)
    refused = [one for one in taken if one.outcome is Outcome.REFUSED]
    if refused:
        said = str(refused[0].refused) if refused[0].refused else ""
        raise SourceTrouble(EffectCode.SOURCE_UNREADABLE, said)
    if any(one.outcome is Outcome.OLDER for one in taken):
        raise SourceTrouble(
            EffectCode.SOURCE_BEHIND, "The shop tells this order as older than it is known here."
        )


def _take(tenant_id: int, fetched: Fetched, now: datetime) -> list[RowResult]:
    rows = [Row(number, number, raw) for number, raw in enumerate(fetched.rows, 1)]
    return take_batch(
        tenant_id=tenant_id, source_format=fetched.source_format, rows=rows, received_at=now
    )
