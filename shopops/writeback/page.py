"""What was last found on the shop's records, as its page shows it."""

from collections.abc import Collection
from datetime import datetime

import msgspec
from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarms.clock import database_now
from shopops.outbox.models import Effect
from shopops.writeback.audits import auditable
from shopops.writeback.findings import Code, Finding
from shopops.writeback.models import WritebackAudit
from shopops.writeback.rewritten import Named, written_again
from shopops.writeback.words import REMEDIES, TITLES

MOST_SHOWN = 50


class Shown(Struct, frozen=True, kw_only=True):
    """A finding. `order`: its number; `order_id` finds it. `again`: it was written again since, or
    is about to be, `again_at` not there yet where that is None."""

    order: str
    order_id: str
    note: str
    detail: str
    again: bool = False
    again_at: datetime | None = None


class Signal(Struct, frozen=True, kw_only=True):
    """`found` are the first; `more` are counted only."""

    code: Code
    title: str
    remedy: str
    count: int
    found: list[Shown]

    @property
    def more(self) -> int:
        return self.count - len(self.found)


class Seen(Struct, frozen=True, kw_only=True):
    """What is known of the findings besides: their orders' numbers, and what was written again."""

    numbers: dict[str, str]
    again: dict[Named, datetime | None]


class Page(Struct, frozen=True, kw_only=True):
    """`next_at`: when the next look begins. `whole_at`: when all orders had been read last; None:
    not once yet. `mute`: shops that show no notes."""

    at: datetime
    next_at: datetime
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
    missing = {one.order for one in findings if one.code is Code.MISSING}
    seen = Seen(
        numbers=_numbers(tenant_id, {one.order for one in findings}),
        again=written_again(tenant_id, missing, looked_at=row.finished_at, now=database_now()),
    )
    return Page(
        at=row.finished_at,
        next_at=row.next_at,
        whole_at=row.whole_at,
        orders=row.orders,
        notes=row.notes,
        signals=[_signal(code, findings, seen) for code in Code],
        mute=row.mute,
    )


def is_written_to(tenant_id: int) -> bool:
    return tenant_id in auditable()


def finding_count(tenant_id: int) -> int:
    """Of a shop that is written to."""
    rows = WritebackAudit.objects.filter(pk=tenant_id)
    found = rows.values_list("finding_count", flat=True).first() or 0
    return found if found and is_written_to(tenant_id) else 0


def _numbers(tenant_id: int, order_ids: Collection[str]) -> dict[str, str]:
    """As people know the orders; one that is not here any more is called by its id."""
    rows = Effect.objects.of(tenant_id).filter(order_id__in=order_ids).order_by("pk")
    named = dict(rows.exclude(order_number="").values_list("order_id", "order_number"))
    return {order_id: named.get(order_id, order_id) for order_id in order_ids}


def _shown(one: Finding, seen: Seen) -> Shown:
    name = (one.order, one.note)
    again = one.code is Code.MISSING and name in seen.again
    return Shown(
        order=seen.numbers[one.order],
        order_id=one.order,
        note=one.note,
        detail=one.detail,
        again=again,
        again_at=seen.again[name] if again else None,
    )


def _signal(code: Code, findings: list[Finding], seen: Seen) -> Signal:
    found = [one for one in findings if one.code is code]
    return Signal(
        code=code,
        title=gettext(TITLES[code]),
        remedy=gettext(REMEDIES[code]),
        count=len(found),
        found=[_shown(one, seen) for one in found[:MOST_SHOWN]],
    )
