"""What keeps alarms from ringing. It stands in red above every alarm page."""

from msgspec import Struct

from shopops.alarm_pages.rows import headline
from shopops.alarms.models import AlarmAudit
from shopops.alarms.ringing.deadman import silence
from shopops.alarms.ringing.nobody import nobody_told

NAMED = 3


class Unheard(Struct, frozen=True, kw_only=True):
    """`words`: its order and what it is about, as one order may have several items."""

    id: int
    words: str


class Warnings(Struct, frozen=True, kw_only=True):
    """`silence`: why nobody is rung at all. `unreachable`: of what nobody could be told; `more`
    are not named. `findings`: how much the last audit found."""

    silence: str
    unreachable: list[Unheard]
    more: int
    findings: int

    def __bool__(self) -> bool:
        return bool(self.silence or self.unreachable or self.findings)


def warnings(tenant_id: int) -> Warnings:
    """In a tenant scope."""
    found = silence()
    items = list(nobody_told(tenant_id).order_by("due_at", "id")[:100])
    return Warnings(
        silence=found.words if found else "",
        unreachable=[
            Unheard(id=one.pk, words=f"{one.order_number or one.order_id} {headline(one)}")
            for one in items[:NAMED]
        ],
        more=max(0, len(items) - NAMED),
        findings=_findings(tenant_id),
    )


def _findings(tenant_id: int) -> int:
    audits = AlarmAudit.objects.filter(pk=tenant_id)
    return audits.values_list("finding_count", flat=True).first() or 0
