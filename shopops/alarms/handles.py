"""Single-use handles: given out as 256 random bits, kept as their SHA-256."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db.models import Exists, OuterRef

from shopops.alarms.clock import database_now
from shopops.alarms.models import AlarmHandle, AlarmItem
from shopops.alarms.models.rings import RingItem, RingState
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.ledger import EventKind

LIFETIME = timedelta(minutes=5)
KEPT_UNUSED = timedelta(days=7)  # so that a late append is told "expired", not "unknown"


@dataclass(frozen=True, slots=True)
class Minted:
    """`secret` can't be shown again."""

    secret: str
    handle: AlarmHandle


def mint(
    items: Sequence[AlarmItem],
    *,
    kind: EventKind,
    skill: str,
    now: datetime,
    lifetime: timedelta = LIFETIME,
) -> list[Minted]:
    """A handle for each of these items of one tenant, in their order; one statement."""
    minted = [
        new(item, kind=kind, skill=skill, now=now, expires_at=now + lifetime) for item in items
    ]
    AlarmHandle.objects.bulk_create([one.handle for one in minted])
    return minted


def new(
    item: AlarmItem, *, kind: EventKind, skill: str, now: datetime, expires_at: datetime
) -> Minted:
    """Not stored yet."""
    secret = secrets.token_urlsafe(32)
    return Minted(
        secret,
        AlarmHandle(
            tenant_id=item.tenant_id,
            sha256=hash_of(secret),
            skill=skill,
            kind=kind,
            item=item,
            item_key=bytes(item.item_key),
            created_at=now,
            expires_at=expires_at,
        ),
    )


def hash_of(secret: str) -> bytes:
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def find(tenant_id: int, secret: str) -> AlarmHandle:
    """Another tenant's handle is unknown here."""
    found = (
        AlarmHandle.objects.of(tenant_id)
        .select_related("item")
        .filter(sha256=hash_of(secret))
        .first()
    )
    if found is None:
        raise Refused(RefusalCode.HANDLE_UNKNOWN)
    return found


def check(
    handle: AlarmHandle, *, skill: str, kind: EventKind | None, now: datetime
) -> RefusalCode | None:
    """`kind` None: whatever it was given out for."""
    if handle.skill != skill:
        return RefusalCode.HANDLE_SKILL
    if kind is not None and handle.kind != kind:
        return RefusalCode.HANDLE_KIND
    if handle.used_at is not None:
        return RefusalCode.HANDLE_USED
    return RefusalCode.HANDLE_EXPIRED if handle.expires_at <= now else None


def event_id_of(handle: AlarmHandle) -> UUID:
    """A handle appends once, so what it wrote has one name."""
    return UUID(bytes=bytes(handle.sha256)[:16], version=4)


def purge() -> int:
    """Delete what was never used; used ones stay, because the ledger names them. A mail that is
    still on its way keeps its own."""
    in_hand = RingItem.objects.filter(handle=OuterRef("sha256"), state=RingState.OPEN)
    old = AlarmHandle.objects.filter(used_at=None, expires_at__lt=database_now() - KEPT_UNUSED)
    gone, _ = old.exclude(Exists(in_hand)).delete()
    return gone
