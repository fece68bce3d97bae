"""A shop with the teaching cases, run through the real pipeline."""

from collections.abc import Sequence
from datetime import UTC, datetime

from shopops.agents.canonical import canonical_json
from shopops.agents.intake import FakeOms
from shopops.agents.records import Order, Tracker
from shopops.connectors.store import Incoming, upsert
from shopops.orchestrator.batch import Batch, propose_batch, resolve_batch
from shopops.orchestrator.resolve import resolve_orders
from shopops.orchestrator.summary import Summary
from shopops.proposals.models import Proposal
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.people import create_member
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import create_tenant

NOON = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)


def open_shop(slug: str = "store_northline") -> Tenant:
    return create_tenant(slug=slug, name=slug.replace("_", " ").title())


def hire(tenant: Tenant, name: str = "Maya", role: Role = Role.REVIEWER) -> Membership:
    return create_member(
        tenant=tenant, email=f"{name.lower()}@{tenant.slug}.example", display_name=name, role=role
    )


def resolve_fakes(
    tenant: Tenant,
    order_ids: Sequence[str] | None = None,
    *,
    oms: FakeOms | None = None,
    now: datetime = NOON,
) -> Batch:
    """Intake, proposal, ledger, policy, queue over `FakeOms`: its dates are relative to `now`."""
    records = oms or FakeOms(now=now)
    return resolve_batch(
        tenant=tenant,
        order_ids=list(records.orders) if order_ids is None else order_ids,
        read=lambda _ids, _numbers: records,
        now=now,
    )


def propose_fakes(tenant: Tenant, order_ids: Sequence[str], *, now: datetime = NOON) -> Batch:
    """What a crash leaves between the two commits: proposed, not judged."""
    records = FakeOms(now=now)
    return propose_batch(
        tenant=tenant, order_ids=order_ids, read=lambda _ids, _numbers: records, now=now
    )


def import_fakes(tenant: Tenant, oms: FakeOms | None = None, *, now: datetime = NOON) -> FakeOms:
    """The same records as source records, as if they had been imported."""
    records = oms or FakeOms(now=now)
    everything: list[Order | Tracker] = [
        *records.orders.values(),
        *records.tracker_records.values(),
    ]
    incoming = [
        Incoming(record=record, raw=canonical_json(record), source=record.source)
        for record in everything
    ]
    with tenant_scope(tenant.pk):
        upsert(tenant.pk, incoming, now)
    return records


def resolve_stored(
    tenant: Tenant, order_ids: Sequence[str] | None = None, *, now: datetime = NOON
) -> Summary:
    summary = Summary()
    for batch in resolve_orders(tenant_id=tenant.pk, order_ids=order_ids, now=now):
        summary.add(batch)
    return summary


def newest(tenant: Tenant, order_id: str) -> Proposal:
    with tenant_scope(tenant.pk):
        return Proposal.objects.of(tenant.pk).filter(order_id=order_id).latest("revision")
