"""What keeps alarms from ringing. It stands in red above every alarm page."""

from msgspec import Struct

from shopops.alarms.models import AlarmAudit, AlarmItem
from shopops.alarms.ringing.deadman import silence
from shopops.alarms.ringing.nobody import nobody_told

NAMED = 3


class Warnings(Struct, frozen=True, kw_only=True):
    """`silence`: why nobody is rung at all. `unreachable`: of what nobody could be told; `more`
    are not named. `findings`: how much the last audit found."""

    silence: str
    unreachable: list[AlarmItem]
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
        unreachable=items[:NAMED],
        more=max(0, len(items) - NAMED),
        findings=_findings(tenant_id),
    )


def _findings(tenant_id: int) -> int:
    audits = AlarmAudit.objects.filter(pk=tenant_id)
    return audits.values_list("finding_count", flat=True).first() or 0
