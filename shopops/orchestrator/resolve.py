"""Run the pipeline over a shop's orders: intake, proposal, ledger, policy, queue."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

from django.conf import settings
from django.db import reset_queries
from django.db.models import QuerySet

from shopops.agents.ports import UnknownOrder
from shopops.agents.thresholds import Thresholds
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.stored import StoredOms
from shopops.orchestrator.batch import Batch, resolve_batch
from shopops.tenants.models import Tenant

BATCH = 500


def resolve_orders(
    *, tenant_id: int, order_ids: Sequence[str] | None = None, now: datetime
) -> Iterator[Batch]:
    """Resolve these orders, or all of the shop's, in batches of 500; yields after each.

    Run again, or twice at once, it adds nothing to what is unchanged. Raises `UnknownOrder` before
    anything is written when this shop has no order with one of the ids.
    """
    tenant = Tenant.objects.get(pk=tenant_id)
    if order_ids is not None:
        _refuse_unknown(tenant_id, order_ids)

    read = partial(stored_records, tenant_id)
    for ids in _batches(tenant_id, order_ids):
        yield resolve_batch(tenant=tenant, order_ids=ids, read=read, now=now)
        if settings.DEBUG:  # Django then keeps every statement, and a batch's are megabytes
            reset_queries()


def stored_records(tenant_id: int, ids: Sequence[str], numbers: Thresholds) -> StoredOms:
    """The records of these orders as they are stored now."""
    oms = StoredOms(tenant_id, duplicate_window=timedelta(minutes=numbers.duplicate_minutes))
    oms.preload(ids)
    return oms


def count_orders(tenant_id: int) -> int:
    return _orders(tenant_id).count()


def _refuse_unknown(tenant_id: int, order_ids: Sequence[str]) -> None:
    known = _orders(tenant_id).filter(external_id__in=order_ids)
    missing = set(order_ids) - set(known.values_list("external_id", flat=True))
    if missing:
        raise UnknownOrder(f"This shop has no order {min(missing)!r}.")


def _batches(tenant_id: int, order_ids: Sequence[str] | None) -> Iterator[list[str]]:
    if order_ids is None:
        yield from _all_batches(tenant_id)
        return
    left = iter(dict.fromkeys(order_ids))
    while batch := list(islice(left, BATCH)):
        yield batch


def _all_batches(tenant_id: int) -> Iterator[list[str]]:
    """By key, so that memory and each step's cost stay the same however many there are."""
    ids = _orders(tenant_id).order_by("external_id").values_list("external_id", flat=True)
    batch = list(ids[:BATCH])
    while batch:
        yield batch
        batch = list(ids.filter(external_id__gt=batch[-1])[:BATCH])


def _orders(tenant_id: int) -> QuerySet[SourceRecord]:
    return SourceRecord.objects.filter(tenant_id=tenant_id, record_type=RecordType.ORDER)
