"""Read a file without keeping anything, import it, and have its orders judged.

Whatever is committed says how far it is, so that a worker may die at any moment: the next one goes
on from there, and no row is counted twice.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec
from django.db.models import F

from shopops.connectors.batch import RowResult, take_batch
from shopops.connectors.importing import batches
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.reading.row import Row
from shopops.orchestrator.resolve import count_orders, resolve_orders
from shopops.setup.files.earlier import Earlier
from shopops.setup.files.kinds import KINDS
from shopops.setup.files.reading import rows_of
from shopops.setup.files.refused import forget_refused, keep_refused
from shopops.setup.files.tally import Tally
from shopops.setup.files.told_before import ToldBefore
from shopops.setup.models import WORKING, FilePart, OrderFile, Stage
from shopops.tenants.scope import tenant_scope

KEPT = timedelta(days=7)
LEFT_ALONE = timedelta(seconds=60)  # then nobody is at it any more
AT_ONCE = 256 * 1024  # bytes that are read while the browser waits
Clock = Callable[[], datetime]


class _TakenBack(Exception):
    """Ends a scope without a commit."""


def carry_on(*, tenant_id: int, file_id: int, now: Clock) -> None:
    """As far as it goes without a person's word."""
    file = OrderFile.objects.of(tenant_id).filter(pk=file_id, stage__in=WORKING).first()
    if file is None:
        return
    if file.stage == Stage.CHECKING:
        check(file=file, now=now)
        return
    if file.stage == Stage.IMPORTING and not _import(file, now):
        return
    _judge(file, now)


def check(*, file: OrderFile, now: Clock) -> None:
    """What importing it would do: each batch is imported and taken back, so that nobody who works
    in the shop waits for long, and how far it is can be seen."""
    tally, earlier = Tally(), Earlier()
    forget_refused(file)
    layout = KINDS[file.source_format].reads.pieces
    before = None if layout is None else ToldBefore(layout)
    for rows in batches(rows_of(file)):
        results = [earlier.corrected(result) for result in _tried(file, rows, before, now)]
        for result in results:
            tally.add(result)
        keep_refused(file, results, taken=False)
        mine = OrderFile.objects.filter(pk=file.pk, stage=Stage.CHECKING)
        mine.update(found=msgspec.to_builtins(tally), advanced_at=now())
    _move(file, Stage.CHECKING, Stage.CHECKED, now, found=msgspec.to_builtins(tally))


def _tried(
    file: OrderFile, rows: list[Row], before: ToldBefore | None, now: Clock
) -> list[RowResult]:
    """`before`: what the rows of earlier batches told about the same orders."""
    results: list[RowResult] = []
    with suppress(_TakenBack), tenant_scope(file.tenant_id):
        for again in batches(before.of(rows) if before else ()):
            _take(file, again, now)
        results = _take(file, rows, now)
        raise _TakenBack
    if before is not None:
        before.add(rows)
    return results


def _take(file: OrderFile, rows: list[Row], now: Clock) -> list[RowResult]:
    """`of_order` is left where that order is not here."""
    results = take_batch(
        tenant_id=file.tenant_id,
        source_format=KINDS[file.source_format].reads,
        rows=rows,
        received_at=now(),
    )
    here = _orders_among(file.tenant_id, {one.of_order for one in results if one.of_order})
    return [replace(one, of_order=None) if one.of_order in here else one for one in results]


def _orders_among(tenant_id: int, ids: Collection[str]) -> set[str]:
    if not ids:
        return set()
    orders = SourceRecord.objects.filter(tenant_id=tenant_id, record_type=RecordType.ORDER)
    return set(orders.filter(external_id__in=ids).values_list("external_id", flat=True))


def begin_import(*, file: OrderFile, now: Clock) -> bool:
    """Somebody gave their word. False: it was given or taken back before."""
    return _move(file, Stage.CHECKED, Stage.IMPORTING, now)


def discard(*, file: OrderFile, now: Clock) -> bool:
    """False: it is being imported, or is over."""
    done = _move(file, Stage.CHECKED, Stage.DISCARDED, now)
    if done:
        _forget_bytes(file)
    return done


def give_up(*, tenant_id: int, file_id: int) -> None:
    """It failed, and would fail again. What was imported until then stays; the log says why."""
    working = OrderFile.objects.of(tenant_id).filter(pk=file_id, stage__in=WORKING)
    working.update(stage=Stage.FAILED)


def left_alone(now: datetime) -> Iterator[tuple[int, int]]:
    """Files of every shop that nobody is at: a worker died, or a wake-up was lost."""
    waiting = OrderFile.objects.filter(stage__in=WORKING, advanced_at__lt=now - LEFT_ALONE)
    yield from waiting.order_by("advanced_at").values_list("tenant_id", "pk")


def purge(now: datetime) -> None:
    OrderFile.objects.filter(created_at__lt=now - KEPT).delete()


def tally_of(stored: dict[str, object]) -> Tally:
    return msgspec.convert(stored, Tally)


def _import(file: OrderFile, now: Clock) -> bool:
    """Each batch with what is counted of it. False: another worker is at it."""
    ahead = (row for row in rows_of(file) if row.number > file.rows)
    for rows in batches(ahead):
        with tenant_scope(file.tenant_id):
            held = OrderFile.objects.select_for_update(no_key=True).get(pk=file.pk)
            if held.stage != Stage.IMPORTING or held.rows != rows[0].number - 1:
                return False
            tally = tally_of(held.taken)
            results = _take(file, rows, now)
            for result in results:
                tally.add(result)
            keep_refused(file, results, taken=True)
            held.taken, held.rows = msgspec.to_builtins(tally), rows[-1].number
            held.advanced_at = now()
            held.save(update_fields=["taken", "rows", "advanced_at"])
    if not _move(file, Stage.IMPORTING, Stage.RESOLVING, now):
        return False
    _forget_bytes(file)
    return True


def _judge(file: OrderFile, now: Clock) -> None:
    """All of the shop's orders: a tracker changes what an order of an earlier file needs. What is
    unchanged stays as it is."""
    mine = OrderFile.objects.filter(pk=file.pk)
    mine.update(judged=0, to_judge=count_orders(file.tenant_id))
    for batch in resolve_orders(tenant_id=file.tenant_id, now=now()):
        mine.update(judged=F("judged") + len(batch.saved), advanced_at=now())
    _move(file, Stage.RESOLVING, Stage.DONE, now)


def _move(file: OrderFile, before: Stage, after: Stage, now: Clock, **more: object) -> bool:
    """From one stage to the next, once, whoever else does it at the same moment."""
    mine = OrderFile.objects.of(file.tenant_id).filter(pk=file.pk, stage=before)
    return bool(mine.update(stage=after, advanced_at=now(), **more))


def _forget_bytes(file: OrderFile) -> None:
    FilePart.objects.filter(file=file).delete()
