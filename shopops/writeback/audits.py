"""Audits that remember what they found: the page and the health signal say it, beat knows what is
due."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec
from django.db.models import Min

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
LEASE = timedelta(minutes=45)  # longer than such a run takes; then its process counts as dead
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
    report = audit(tenant, after=after, most=most)
    with tenant_scope(tenant.pk):
        _record(tenant, report, begins=not after, now=database_now())
    return report


def _record(tenant: Tenant, report: Report, *, begins: bool, now: datetime) -> None:
    row = WritebackAudit.objects.select_for_update().filter(pk=tenant.pk).first()
    row = row or WritebackAudit(tenant=tenant)
    findings = [*report.findings, *_kept(row, report)][:MOST_KEPT]
    row.finished_at, row.next_at, row.last = now, now + EVERY, report.last
    row.orders = len(report.read) + (0 if begins else row.orders)
    row.notes = report.notes + (0 if begins else row.notes)
    row.whole_at = row.whole_at if report.last else now
    row.finding_count, row.finding_counts = len(findings), counted(findings)
    row.findings = msgspec.to_builtins(findings)
    row.mute = sorted({*report.mute, *([] if begins else row.mute)})
    row.save()


def _kept(row: WritebackAudit, report: Report) -> Iterator[Finding]:
    """What was found before about orders that this run came to no new opinion of. Of those that
    are compared no more nothing is said."""
    judged = {*report.read, *report.skipped, *(one.order for one in report.findings)}
    for found in msgspec.convert(row.findings, list[Finding]):
        if found.order and found.order not in judged:
            yield found


def claim(*, tenant: Tenant) -> bool:
    """Whether the next part is the caller's. It comes back by itself from a process that died."""
    now = database_now()
    until = now + LEASE
    with tenant_scope(tenant.pk):
        rows = WritebackAudit.objects.filter(pk=tenant.pk)
        if rows.filter(next_at__lte=now).update(next_at=until):
            return True
        _, is_new = WritebackAudit.objects.get_or_create(tenant=tenant, defaults={"next_at": until})
    return is_new


def auditable() -> list[int]:
    """Tenants with a connected shop that is written to, and whose notes can be read."""
    return sorted(_written_since())


def _written_since() -> dict[int, datetime | None]:
    """By such tenants: since when the oldest of their shops is written to."""
    names = [name for name, one in CONNECTORS.items() if one.notes is not None]
    rows = Connection.objects.filter(state=State.ACTIVE, connector__in=names)
    written = rows.exclude(carries_out=CarriesOut.NOTHING)
    return dict(written.values_list("tenant_id").annotate(since=Min("carries_out_since")))


def due_tenants() -> list[int]:
    due = dict(WritebackAudit.objects.values_list("tenant_id", "next_at"))
    now = database_now()
    return [one for one in auditable() if one not in due or due[one] <= now]


def signals() -> dict[str, int]:
    """How many of each finding there are, in all shops; what was not found is 0."""
    found = dict.fromkeys(map(str, Code), 0)
    rows = WritebackAudit.objects.filter(pk__in=auditable()).exclude(finding_count=0)
    for counts in rows.values_list("finding_counts", flat=True):
        for code, number in counts.items():
            found[code] = found.get(code, 0) + number
    return found


def red(now: datetime | None = None) -> list[str]:
    """The shops whose records and ledger disagree, or were not compared lately, each with the
    reason: the health signal. Empty while all is well. What is not written to is none of it."""
    since, now = _written_since(), now or database_now()
    rows = WritebackAudit.objects.filter(pk__in=since).defer("findings").in_bulk()
    reasons = {
        tenant.slug: _why_red(rows.get(tenant.pk), since[tenant.pk], now)
        for tenant in Tenant.objects.filter(pk__in=since).order_by("slug")
    }
    return [f"{slug}: {reason}" for slug, reason in reasons.items() if reason]


def _why_red(row: WritebackAudit | None, since: datetime | None, now: datetime) -> str:
    """`since`: from when on there was something to compare."""
    if row is not None and row.finding_count:
        return ", ".join(f"{code} {number}" for code, number in row.finding_counts.items())
    last = row.finished_at if row is not None and row.finished_at is not None else since
    is_late = last is not None and now - last > LATE * EVERY
    return f"not compared since {last:%d %b %Y, %H:%M}" if is_late else ""
