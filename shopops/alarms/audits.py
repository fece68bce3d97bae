"""Audits that remember when they ran: the page and the health signal say it, beat knows what is
due."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from shopops.alarms import numbers
from shopops.alarms.audit import audit
from shopops.alarms.audit_findings import AuditCode, AuditReport
from shopops.alarms.clock import database_now
from shopops.alarms.missing import observe_missing
from shopops.alarms.models import AlarmAudit
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

EVERY = timedelta(minutes=15)
SHARE = 20  # an audit that takes long is due later: at most one part in twenty of the time
LATE = 4  # so many times its interval without an audit is a finding of its own


def audit_and_record(*, tenant: Tenant) -> AuditReport:
    """Put right what was left out or left behind, audit in a scope of its own, and remember the
    outcome."""
    observe_missing(tenant)
    with tenant_scope(tenant.pk):
        numbers.catch_up(tenant.pk)
    with tenant_scope(tenant.pk):
        report = audit(tenant)
        _record(report, database_now())
    return report


def _record(report: AuditReport, now: datetime) -> None:
    AlarmAudit.objects.update_or_create(
        tenant_id=report.tenant_id,
        defaults={
            "finished_at": now,
            "took_ms": report.took_ms,
            "numbers": dict(report.numbers),
            "finding_count": report.counts.total(),
            "finding_counts": {str(code): number for code, number in report.counts.items()},
            "findings": [finding.as_json() for finding in report.findings],
        },
    )


def due_tenants() -> Iterator[int]:
    """Tenants whose last audit is too old, the never audited among them."""
    now = database_now()
    audits = {row.tenant_id: row for row in AlarmAudit.objects.all()}
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        last = audits.get(tenant_id)
        if last is None or now - last.finished_at >= interval(last):
            yield tenant_id


def interval(last: AlarmAudit) -> timedelta:
    return max(EVERY, timedelta(milliseconds=last.took_ms) * SHARE)


def signals() -> dict[str, int]:
    """How many of each finding the last audits have, in all shops; what was not found is 0."""
    found = dict.fromkeys(map(str, AuditCode), 0)
    for counts in AlarmAudit.objects.exclude(finding_count=0).values_list(
        "finding_counts", flat=True
    ):
        for code, number in counts.items():
            found[code] = found.get(code, 0) + number
    return found


def red(now: datetime | None = None) -> list[str]:
    """The shops whose alarms can't be trusted as they stand, each with the reason: the health
    signal. Empty while all is well."""
    now = now or database_now()
    found = []
    for row in AlarmAudit.objects.select_related("tenant").order_by("tenant__slug"):
        if row.finding_count:
            kinds = ", ".join(f"{code} {number}" for code, number in row.finding_counts.items())
            found.append(f"{row.tenant.slug}: {kinds}")
        elif now - row.finished_at > LATE * interval(row):
            found.append(f"{row.tenant.slug}: not audited since {row.finished_at:%d %b %Y, %H:%M}")
    return found
