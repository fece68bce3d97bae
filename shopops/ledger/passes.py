"""Verifications that remember when they ran: pages.py says it, and beat knows what is due."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from shopops.ledger.findings import Report
from shopops.ledger.models import VerifyPass
from shopops.ledger.verify import verify
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

EVERY = timedelta(minutes=5)
SHARE = 20  # a pass that takes long is due later: at most one part in twenty of the time


def verify_and_record(*, tenant_id: int, now: datetime) -> Report:
    """Verify a tenant's ledger in a scope of its own and remember the outcome."""
    with tenant_scope(tenant_id):
        report = verify(tenant_id)
        _record(report, now)
    return report


def _record(report: Report, now: datetime) -> None:
    outcome = {
        "finished_at": now,
        "took_ms": report.took_ms,
        "entries": report.entries,
        "finding_count": report.counts.total(),
        "findings": [finding.as_json() for finding in report.findings],
    }
    if report.clean:
        outcome |= {
            "clean_at": now,
            "clean_seq": report.head_seq,
            "clean_hash": report.head_hash,
        }
    VerifyPass.objects.update_or_create(tenant_id=report.tenant_id, defaults=outcome)


def due_tenants(now: datetime) -> Iterator[int]:
    """Tenants whose last pass is too old, the never verified among them."""
    passes = {row.tenant_id: row for row in VerifyPass.objects.all()}
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        last = passes.get(tenant_id)
        if last is None or now - last.finished_at >= _interval(last.took_ms):
            yield tenant_id


def _interval(took_ms: int) -> timedelta:
    return max(EVERY, timedelta(milliseconds=took_ms) * SHARE)
