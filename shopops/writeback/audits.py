"""Audits that remember what they found: the page and the health signal say it, beat knows what is
due."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from time import perf_counter

import msgspec

from shopops.alarms.clock import database_now
from shopops.connections.models import CarriesOut, Connection, State
from shopops.connectors.shops import CONNECTORS
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.writeback.audit import audit
from shopops.writeback.findings import Code, Finding, Report, counted
from shopops.writeback.models import WritebackAudit

EVERY = timedelta(minutes=15)
PART = 200  # orders in one run by beat
LATE = 4  # so many times its interval without a run is a finding of its own
MOST_KEPT = 1000


def audit_all(*, tenant: Tenant) -> Report:
    """Every order, however long it takes."""
    return _remembered(tenant, after="", most=None)


def audit_part(*, tenant: Tenant) -> Report:
    """The next orders, from where the last run ended."""
    last = WritebackAudit.objects.filter(pk=tenant.pk).values_list("last", flat=True).first()
    return _remembered(tenant, after=last or "", most=PART)


def _remembered(tenant: Tenant, *, after: str, most: int | None) -> Report:
    started = perf_counter()
    report = audit(tenant, after=after, most=most)
    took = round((perf_counter() - started) * 1000)
    with tenant_scope(tenant.pk):
        _record(tenant, report, begins=not after, took_ms=took, now=database_now())
    return report


def _record(tenant: Tenant, report: Report, *, begins: bool, took_ms: int, now: datetime) -> None:
    row = WritebackAudit.objects.select_for_update().filter(pk=tenant.pk).first()
    row = row or WritebackAudit(tenant=tenant)
    findings = [*report.findings, *_kept(row, report)][:MOST_KEPT]
    row.finished_at, row.took_ms, row.last = now, took_ms, report.last
    row.orders = len(report.read) + (0 if begins else row.orders)
    row.notes = report.notes + (0 if begins else row.notes)
    row.whole_at = row.whole_at if report.last else now
    row.finding_count, row.finding_counts = len(findings), counted(findings)
    row.findings, row.mute = msgspec.to_builtins(findings), report.mute
    row.save()


def _kept(row: WritebackAudit, report: Report) -> Iterator[Finding]:
    """What was found before about orders that this run came to no new opinion of."""
    judged = {*report.read, *(one.order for one in report.findings)}
    for found in msgspec.convert(row.findings, list[Finding]):
        if found.order and found.order not in judged:
            yield found


def auditable() -> list[int]:
    """Tenants with a connected shop that is written to, and whose notes can be read."""
    names = [name for name, one in CONNECTORS.items() if one.notes is not None]
    rows = Connection.objects.filter(state=State.ACTIVE, connector__in=names)
    written = rows.exclude(carries_out=CarriesOut.NOTHING)
    return list(written.order_by("tenant_id").values_list("tenant_id", flat=True).distinct())


def due_tenants() -> list[int]:
    last = dict(WritebackAudit.objects.values_list("tenant_id", "finished_at"))
    written, now = auditable(), database_now()
    return [one for one in written if one not in last or now - last[one] >= EVERY]


def signals() -> dict[str, int]:
    """How many of each finding there are, in all shops; what was not found is 0."""
    found = dict.fromkeys(map(str, Code), 0)
    rows = WritebackAudit.objects.exclude(finding_count=0)
    for counts in rows.values_list("finding_counts", flat=True):
        for code, number in counts.items():
            found[code] = found.get(code, 0) + number
    return found


def red(now: datetime | None = None) -> list[str]:
    """The shops whose records and ledger disagree, or were not compared lately, each with the
    reason: the health signal. Empty while all is well."""
    written, found = set(auditable()), list[str]()
    now = now or database_now()
    for row in WritebackAudit.objects.select_related("tenant").order_by("tenant__slug"):
        if row.finding_count:
            kinds = ", ".join(f"{code} {number}" for code, number in row.finding_counts.items())
            found.append(f"{row.tenant.slug}: {kinds}")
        elif row.tenant_id in written and now - row.finished_at > LATE * EVERY:
            found.append(f"{row.tenant.slug}: not compared since {row.finished_at:%d %b %Y, %H:%M}")
    return found
