"""What was last found on the shop's records, as its page shows it."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext
from msgspec import Struct

from shopops.writeback.audits import auditable
from shopops.writeback.findings import Code, Finding
from shopops.writeback.models import WritebackAudit
from shopops.writeback.words import REMEDIES, TITLES

MOST_SHOWN = 50


class Signal(Struct, frozen=True, kw_only=True):
    """`found` are the first; `more` are counted only."""

    code: Code
    title: str
    remedy: str
    count: int
    found: list[Finding]

    @property
    def more(self) -> int:
        return self.count - len(self.found)


class Page(Struct, frozen=True, kw_only=True):
    """`whole_at`: when all orders had been read last; None: not once yet. `mute`: shops that show
    no notes."""

    at: datetime
    whole_at: datetime | None
    orders: int
    notes: int
    signals: list[Signal]
    mute: list[str]

    @property
    def total(self) -> int:
        return sum(signal.count for signal in self.signals)

    @property
    def red(self) -> list[Signal]:
        return [signal for signal in self.signals if signal.count]


def page_of(tenant_id: int) -> Page | None:
    """None: nothing was compared yet."""
    row = WritebackAudit.objects.filter(pk=tenant_id).first()
    if row is None or row.finished_at is None:
        return None
    findings = msgspec.convert(row.findings, list[Finding])
    return Page(
        at=row.finished_at,
        whole_at=row.whole_at,
        orders=row.orders,
        notes=row.notes,
        signals=[_signal(code, findings) for code in Code],
        mute=row.mute,
    )


def is_written_to(tenant_id: int) -> bool:
    return tenant_id in auditable()


def _signal(code: Code, findings: list[Finding]) -> Signal:
    found = [one for one in findings if one.code is code]
    return Signal(
        code=code,
        title=gettext(TITLES[code]),
        remedy=gettext(REMEDIES[code]),
        count=len(found),
        found=found[:MOST_SHOWN],
    )
