"""What is written on the order's own record: what was decided or confirmed, by whom, and where that
stands on the ledger. Composed from the ledger alone; only the name comes from where it can be
erased, and it counts only where it opens the ledger's commitment to it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC

from msgspec import Struct

from shopops.alarms.asked import VerifiedBy
from shopops.alarms.codes import check_valid, shown
from shopops.execution.cannot import CannotAsk
from shopops.execution.codes import EffectCode
from shopops.ledger import Entry, EventKind, timeline
from shopops.ledger.told import entry as entry_of
from shopops.outbox.models import Effect
from shopops.tenants.models import VaultName

BY, ERASED = "By", "erased"
RECORDED_BY = "ShopOps"
NOTED_KINDS = (EventKind.ACKNOWLEDGED, EventKind.DECISION)
HOW = {
    VerifiedBy.MAIL: "their mail",
    VerifiedBy.SIGNED_IN: "signed in",
    VerifiedBy.TOKEN: "a token that acts for them",
}
DECIDED = {"approve": "approved", "reject": "rejected", "handled_outside": "handled outside"}
Names = Mapping[bytes, tuple[bytes, str]]  # by its hash: whose name it is (identity key), the name


class Note(Struct, frozen=True, kw_only=True):
    """`code`: what it is found by on the record, one for each code and acknowledgment. `said`: the
    lines, in the order in which they are read."""

    code: str
    said: dict[str, str]


class Confirmer(Struct, frozen=True, kw_only=True):
    """As the ledger holds whoever confirmed or decided: the key, and the hash of the name."""

    key: bytes
    name_hash: bytes


def confirmer_in(entry: Entry) -> Confirmer | None:
    """Both halves, or nobody; nobody too where it was not made sure who it was."""
    if entry.kind is EventKind.ACKNOWLEDGED and "verified_by" in entry.body:
        key, name_hash = entry.confirmer_key, entry.confirmer_name_hash
    elif entry.kind is EventKind.DECISION and entry.body.get("final") is True:
        key = _bytes(entry.body.get("reviewer"))
        name_hash = _bytes(entry.body.get("reviewer_name_sha256"))
    else:
        return None
    if not key or not name_hash:
        return None
    return Confirmer(key=bytes(key), name_hash=bytes(name_hash))


def names_of(tenant_id: int, entries: Iterable[Entry]) -> Names:
    """What is not erased of the names that these entries commit to."""
    found = [one for entry in entries if (one := confirmer_in(entry)) is not None]
    rows = VaultName.objects.filter(
        tenant_id=tenant_id, name_sha256__in={one.name_hash for one in found}
    )
    told = rows.values_list("name_sha256", "membership__identity_key", "name")
    return {bytes(hashed): (bytes(key), name) for hashed, key, name in told}


def note_of(entry: Entry, story: Sequence[Entry], names: Names) -> Note | None:
    """The same on every try, but for a name that is erased meanwhile. `story`: what the ledger says
    of the order. None: it is not on the ledger yet, or names nobody, or a name that is somebody
    else's."""
    by = confirmer_in(entry)
    if by is None or entry.seq is None or entry.leaf_hash is None:
        return None
    owner, name = names.get(by.name_hash, (by.key, ERASED))
    if owner != by.key:
        return None
    code, item, what = _about(entry, story)
    said = {
        "Code": code,
        "Item": item,
        "What": what,
        BY: name,
        "Identity key": by.key.hex(),
        "Verified by": _how(entry),
        "At": entry.recorded_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
        "Ledger entry": str(entry.seq),
        "Ledger leaf": entry.leaf_hash.hex(),
        "Recorded by": RECORDED_BY,
    }
    return Note(code=f"{code}-{entry.seq}", said=said)


def is_on_ledger(effect: Effect) -> bool:
    """Until then it is held: nothing can be said of what has no place there."""
    found = entry_of(effect.tenant_id, effect.event_id)
    return found is not None and found.seq is not None and found.leaf_hash is not None


def composed(effect: Effect) -> Note:
    """Raises `CannotAsk`: both halves of the confirmer, or no note at all."""
    story = timeline(effect.tenant_id, effect.order_id)
    found = next((one for one in story if one.event_id == effect.event_id), None)
    if found is None or found.seq is None:
        raise CannotAsk(EffectCode.NOT_ON_LEDGER)
    note = note_of(found, story, names_of(effect.tenant_id, [found]))
    if note is None:
        raise CannotAsk(EffectCode.NO_CONFIRMER)
    return note


def _about(entry: Entry, story: Sequence[Entry]) -> tuple[str, str, str]:
    """Its code, what it is about, and what was done."""
    order = str(entry.body.get("order"))
    if entry.kind is EventKind.DECISION:
        done = str(entry.body.get("decision"))
        revision = entry.body.get("revision")
        what = f"{DECIDED.get(done, done)}, revision {revision}"
        return f"decision-{entry.event_id.hex[:10]}", f"order {order}", what
    identity = _identity(entry, story)
    code, ids = str(identity.get("code") or ""), identity.get("ids")
    if not code or not isinstance(ids, list):
        key = (entry.item_key or b"").hex()
        return f"item-{key[:10]}", f"order {order}", "acknowledged"
    item = f"{identity.get('record')} {' / '.join(map(str, ids))} ({identity.get('obligation')})"
    return shown(code) if check_valid(code) else code, item, "acknowledged"


def _identity(entry: Entry, story: Sequence[Entry]) -> Mapping[str, object]:
    """What the item is, as the ledger told when it was observed."""
    of_item = (one for one in story if one.item_key == entry.item_key)
    return next((one.body for one in of_item if one.kind is EventKind.OBSERVED), {})


def _how(entry: Entry) -> str:
    """A decision that says nothing was taken by somebody signed in."""
    how = str(entry.body.get("verified_by") or VerifiedBy.SIGNED_IN)
    return HOW[VerifiedBy(how)] if how in set(VerifiedBy) else how


def _bytes(said: object) -> bytes:
    return bytes.fromhex(said) if isinstance(said, str) else b""
