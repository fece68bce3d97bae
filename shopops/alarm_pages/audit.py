"""The shop's last provenance audit, as its page shows it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarm_pages.words.audit import REMEDIES, TITLES
from shopops.alarms.audit_findings import AuditCode
from shopops.alarms.models import AlarmAudit

NUMBERS = (
    "items",
    "open",
    "raises",
    "keys_raised",
    "keys_raised_again",
    "raises_of_older_epochs",
)
BY_ORDER = frozenset({AuditCode.UNOBSERVED})  # these name an order, and no item
BY_NOTHING = frozenset({AuditCode.TWO_KEYS, AuditCode.PHANTOM, AuditCode.CODE_KEY_CHANGED})


class Found(Struct, frozen=True, kw_only=True):
    """`code` of the item, or `order`, for a link; empty where there is nothing to link to."""

    where: str
    detail: str
    code: str = ""
    order: str = ""


class Signal(Struct, frozen=True, kw_only=True):
    """`found` are the first; `more` are counted only."""

    code: AuditCode
    title: str
    remedy: str
    count: int
    found: list[Found]

    @property
    def more(self) -> int:
        return self.count - len(self.found)


class Audit(Struct, frozen=True, kw_only=True):
    """`red`: what was found; `signals`: all that is looked for."""

    at: datetime
    numbers: Mapping[str, int]
    signals: list[Signal]

    @property
    def total(self) -> int:
        return sum(signal.count for signal in self.signals)

    @property
    def red(self) -> list[Signal]:
        return [signal for signal in self.signals if signal.count]


def last_audit(tenant_id: int) -> Audit | None:
    """None: there was none yet."""
    row = AlarmAudit.objects.filter(pk=tenant_id).first()
    if row is None:
        return None
    return Audit(
        at=row.finished_at,
        numbers={name: row.numbers.get(name, 0) for name in NUMBERS},
        signals=[_signal(code, row) for code in AuditCode],
    )


def _signal(code: AuditCode, row: AlarmAudit) -> Signal:
    return Signal(
        code=code,
        title=gettext(TITLES[code]),
        remedy=gettext(REMEDIES[code]),
        count=row.finding_counts.get(code, 0),
        found=list(_found(code, row.findings)),
    )


def _found(code: AuditCode, findings: Iterable[Mapping[str, str]]) -> Iterable[Found]:
    for one in findings:
        if one["code"] == code:
            where = one["where"]
            yield Found(
                where=where,
                detail=one["detail"],
                order=where if code in BY_ORDER else "",
                code="" if code in BY_ORDER | BY_NOTHING else where.partition(" ")[0],
            )
