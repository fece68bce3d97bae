"""What keeps alarms from ringing. It stands in red above every alarm page."""

from msgspec import Struct

from shopops.alarms.models import AlarmItem
from shopops.alarms.ringing.deadman import silence
from shopops.alarms.ringing.nobody import nobody_told

NAMED = 3


class Warnings(Struct, frozen=True, kw_only=True):
    """`silence`: why nobody is rung at all. `unreachable`: of what nobody could be told; `more`
    are not named."""

    silence: str
    unreachable: list[AlarmItem]
    more: int

    def __bool__(self) -> bool:
        return bool(self.silence or self.unreachable)


def warnings(tenant_id: int) -> Warnings:
    """In a tenant scope."""
    found = silence()
    items = list(nobody_told(tenant_id).order_by("due_at", "id")[:100])
    return Warnings(
        silence=found.words if found else "",
        unreachable=items[:NAMED],
        more=max(0, len(items) - NAMED),
    )
