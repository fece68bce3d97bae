"""Bring demo orders in through the import, then run the pipeline over them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from io import BytesIO

import msgspec
from django.db.models import Max

from shopops.agents.records import Record
from shopops.connectors.batch import RowResult
from shopops.connectors.formats import Format
from shopops.connectors.importing import Summary, import_file
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS
from shopops.demo.orders.till import Arrival
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

FORMAT = "shopops"


class DemoRefused(RuntimeError):
    """A demo order was not taken: the demo's data does not fit the program."""


def newest_revisions(tenant: Tenant) -> dict[str, int]:
    with tenant_scope(tenant.pk):
        rows = Proposal.objects.of(tenant.pk).values_list("order_id")
        return dict(rows.annotate(Max("revision")).order_by())


def take_in(tenant: Tenant, arrivals: Sequence[Arrival], *, now: datetime) -> None:
    """As if the shop had sent these orders at `now`. Raises `DemoRefused`."""
    cases = [arrival.case for arrival in arrivals]
    _import(tenant, ORDER_FORMATS[FORMAT], (case.order for case in cases), now)
    trackers = (tracker for case in cases for tracker in case.trackers)
    _import(tenant, TRACKER_FORMATS[FORMAT], trackers, now)
    order_ids = [arrival.order_id for arrival in arrivals]
    for batch in resolve_orders(tenant_id=tenant.pk, order_ids=order_ids, now=now):
        if batch.failed:
            raise DemoRefused(f"{batch.failed[0]} of {tenant.slug} could not be resolved.")


def _import(tenant: Tenant, into: Format, records: Iterable[Record], now: datetime) -> None:
    lines = b"\n".join(msgspec.json.encode(record) for record in records)
    refused: list[RowResult] = []
    import_file(
        tenant_id=tenant.pk,
        source_format=into,
        stream=BytesIO(lines),
        now=lambda: now,
        report=refused.append,
        summary=Summary(),
    )
    if refused:
        raise DemoRefused(f"{refused[0].external_id} of {tenant.slug}: {refused[0].refused}")
