"""Whether what the ledger tells of alarms is about records that exist, and whether it is heard.

An append-only ledger of phantoms is worthless: every key is derived again from the record that it
is said to be of, every code from its key.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from time import perf_counter
from typing import Any

from shopops.alarms import audit_queries, numbers
from shopops.alarms.audit_findings import AuditCode, AuditReport
from shopops.alarms.bodies import row_of
from shopops.alarms.code_key import code_key
from shopops.alarms.codes import code_of, shown
from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import tell, view
from shopops.alarms.identity import Obligation, RecordKind, RecordRef, item_key
from shopops.alarms.models import AlarmItem
from shopops.alarms.pairs import pairs
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.ringing.whom import Contact, whom
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.ledger import Entry, EventKind
from shopops.ledger.kinds import ALARM_KINDS, KEY_VERSION
from shopops.tenants.models import Tenant

DUE = (AlarmStatus.DUE_NEW, AlarmStatus.DUE_AGAIN)


def audit(tenant: Tenant) -> AuditReport:
    """Inside the tenant's scope. Nothing is written and nothing is locked."""
    started = perf_counter()
    config, now = numbers.current_and_now(tenant.pk)
    auditing = _Auditing(tenant, config, now, contacts(tenant.pk), AuditReport(tenant.pk))
    for item, entries in pairs(tenant.pk):
        auditing.look(item, entries)
    auditing.conclude()
    report = auditing.report
    _ask_all(tenant.pk, report)
    report.took_ms = round((perf_counter() - started) * 1000)
    return report


def name_of(code: str, order_id: str, obligation: str) -> str:
    return f"{shown(code)} ({order_id}, {obligation or 'of an older system'})"


def _ask_all(tenant_id: int, report: AuditReport) -> None:
    for order_id, obligation, codes in audit_queries.two_keys(tenant_id):
        both = ", ".join(shown(code) for code in codes)
        report.add(AuditCode.TWO_KEYS, f"{order_id}, {obligation}", both)
    for code, order_id, obligation in audit_queries.record_gone(tenant_id):
        report.add(AuditCode.RECORD_GONE, name_of(code, order_id, obligation))
    for code, order_id, obligation, replies in audit_queries.quarantined(tenant_id):
        told = "1 reply" if replies == 1 else f"{replies} replies"
        report.add(AuditCode.QUARANTINED, name_of(code, order_id, obligation), told)
    for order_number, _ in audit_queries.unobserved(tenant_id):
        report.add(AuditCode.UNOBSERVED, order_number)


@dataclass(slots=True)
class _Auditing:
    """One pass over the items; in the memory of one, but for the codes that differ."""

    tenant: Tenant
    config: AlarmConfig
    now: datetime
    roster: Sequence[Contact]
    report: AuditReport
    secret: bytes = field(default_factory=code_key)
    coded: int = 0
    differing: int = 0
    first_differing: str = ""
    unsent: int = 0
    oldest: tuple[datetime, str] | None = None

    def look(self, item: AlarmItem | None, entries: Sequence[Entry]) -> None:
        told = [one for one in entries if one.kind in ALARM_KINDS]
        current = [one for one in told if one.key_version == KEY_VERSION]
        self._count(item, told, current)
        if item is None:
            if current:
                self.report.add(AuditCode.PHANTOM, (current[0].item_key or b"").hex())
            return
        if item.key_version != KEY_VERSION:
            return
        self._check_identity(item, current)
        self._check_code(item)
        state = view(tell(map(row_of, told)), now=self.now, config=self.config)
        if state.is_open:
            self._check_heard(item, state)

    def conclude(self) -> None:
        if self.differing > 1 and self.differing == self.coded:
            self.report.add(AuditCode.CODE_KEY_CHANGED, f"all {self.coded} codes")
        elif self.differing:
            more = f"and {self.differing - 1} more" if self.differing > 1 else ""
            self.report.add(AuditCode.CODE_DIFFERS, self.first_differing, more)
        if self.oldest is not None:
            since, where = self.oldest
            more = f"{self.unsent} such, this one since {since:%d %b %Y, %H:%M} UTC"
            self.report.add(AuditCode.UNSENT, where, more)

    def _count(
        self, item: AlarmItem | None, told: Sequence[Entry], current: Sequence[Entry]
    ) -> None:
        raises = sum(one.kind is EventKind.RAISED for one in current)
        older = sum(one.kind is EventKind.RAISED for one in told) - raises
        self.report.numbers.update(
            items=int(item is not None),
            raises=raises,
            keys_raised=int(raises > 0),
            keys_raised_again=int(raises > 1),
            raises_of_older_epochs=older,
        )

    def _check_identity(self, item: AlarmItem, current: Sequence[Entry]) -> None:
        if _key(self.tenant.slug, _record_of(item), item.obligation) != bytes(item.item_key):
            self.report.add(AuditCode.ITEM_REKEYED, _where(item))
        for entry in current:
            if entry.kind is EventKind.OBSERVED and _body_key(self.tenant.slug, entry) not in (
                None,
                entry.item_key,
            ):
                self.report.add(AuditCode.EVENT_REKEYED, _where(item), str(entry.event_id))

    def _check_code(self, item: AlarmItem) -> None:
        if item.code_shift is None:
            return
        self.coded += 1
        if code_of(self.secret, bytes(item.item_key), item.code_shift) != item.code:
            self.differing += 1
            self.first_differing = self.first_differing or _where(item)

    def _check_heard(self, item: AlarmItem, state: AlarmState) -> None:
        self.report.numbers["open"] += 1
        if whom(state, self.roster) is None:
            self.report.add(AuditCode.NOBODY_REACHABLE, _where(item))
        elif self._is_held_by_nobody(state):
            until = f"until {state.until:%d %b %Y, %H:%M} UTC"
            self.report.add(AuditCode.HOLDER_GONE, _where(item), until)
        if state.exhausted:
            self.report.add(AuditCode.EXHAUSTED, _where(item), f"{state.unacknowledged} rings")
        if self._is_unsent(state):
            since = state.due_at or self.now
            self.unsent += 1
            self.oldest = min(self.oldest or (since, _where(item)), (since, _where(item)))

    def _is_held_by_nobody(self, state: AlarmState) -> bool:
        """Its holder left the roster, or is away, after it was handed over."""
        is_held = state.status is AlarmStatus.HANDED_OFF
        return is_held and state.holder not in {contact.key for contact in self.roster}

    def _is_unsent(self, state: AlarmState) -> bool:
        """Due, and neither quiet hours nor maintenance hold it back now."""
        late = self.now - 2 * timedelta(minutes=self.config.interval_minutes)
        is_late = state.due_at is not None and state.due_at <= late
        return state.status in DUE and is_late and state.send_at == self.now


def _where(item: AlarmItem) -> str:
    return name_of(item.code, item.order_id, item.obligation)


def _record_of(item: AlarmItem) -> RecordRef:
    return RecordRef(
        source=item.record_source,
        kind=RecordKind(item.record_kind),
        ids=tuple(item.record_ids),
        authored_at=item.authored_at,
    )


def _key(slug: str, record: RecordRef, obligation: str) -> bytes:
    return item_key(slug, record, Obligation(obligation))


def _body_key(slug: str, entry: Entry) -> bytes | None:
    """The key of what an observation says it is of; None where it does not say."""
    body: dict[str, Any] = dict(entry.body)
    if "obligation" not in body:
        return None
    made_on = date.fromisoformat(body["authored_on"])
    record = RecordRef(
        source=body["source"],
        kind=RecordKind(body["record"]),
        ids=tuple(body["ids"]),
        authored_at=datetime(made_on.year, made_on.month, made_on.day, tzinfo=UTC),
    )
    return _key(slug, record, body["obligation"])
