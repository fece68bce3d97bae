"""What is written on the order's own record: what was decided or confirmed, by whom, and where that
stands on the ledger."""

from datetime import UTC

from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmItem
from shopops.ledger import Entry, timeline
from shopops.outbox.models import Effect
from shopops.tenants.models import Membership

BY = "ShopOps"


def noted(effect: Effect) -> Entry | None:
    """The event that the note tells of; None as long as it is not on the ledger."""
    found = timeline(effect.tenant_id, effect.order_id)
    entry = next((one for one in found if one.event_id == effect.event_id), None)
    return entry if entry is not None and entry.seq is not None else None


def note_code(tenant_id: int, entry: Entry) -> str:
    """The alarm item's own, as people know it; else the event's name."""
    if entry.item_key is not None:
        item = AlarmItem.objects.of(tenant_id).filter(item_key=entry.item_key)
        code = item.values_list("code", flat=True).first()
        if code:
            return shown(code)
    return f"{entry.kind}-{entry.event_id.hex[:10]}"


def note_lines(tenant_id: int, entry: Entry) -> dict[str, str]:
    """The same on every try: nothing in it changes with time, but for a name that is erased."""
    what = str(entry.body.get("decision") or entry.kind).replace("_", " ")
    key = entry.confirmer_key or _key(entry.body.get("reviewer") or entry.body.get("by"))
    said = {
        "What": what,
        "By": _name(tenant_id, key),
        "Verified by": str(entry.body.get("verified_by") or "").replace("_", " "),
        "At": entry.recorded_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
        "Ledger entry": str(entry.seq),
        "Ledger leaf": entry.leaf_hash.hex() if entry.leaf_hash else "",
        "Recorded by": BY,
    }
    return {name: text for name, text in said.items() if text}


def _key(said: object) -> bytes | None:
    return bytes.fromhex(said) if isinstance(said, str) and said else None


def _name(tenant_id: int, key: bytes | None) -> str:
    if key is None:
        return ""
    person = Membership.objects.filter(tenant_id=tenant_id, identity_key=key)
    return person.values_list("display_name", flat=True).first() or ""
