"""An older system's alarms: its raises are kept and never count, its codes are known and refused.

So a person who answers one of its mails is told why that acknowledges nothing, by name.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from django.db.models import Q

from shopops import ledger
from shopops.alarms import numbers, projection
from shopops.alarms.clock import database_now
from shopops.alarms.codes import normalise
from shopops.alarms.holding import hold
from shopops.alarms.legacy_rows import FileRefused, LegacyRow, read
from shopops.alarms.models import AlarmItem
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

BATCH = 500


@dataclass(frozen=True, slots=True)
class Imported:
    """What the file holds, and how many of its rows were not on the ledger before."""

    rows: int
    items: int
    added: int


def import_legacy(*, tenant: Tenant, content: bytes) -> Imported:
    """Bring the rows in, each once however often the file comes. Raises `FileRefused` with
    nothing written when a line is not as documented or a code is taken.

    Raises stand on the ledger as raises of their own epoch; everything else that the older system
    had to say is kept as `imported`, because nothing of today may rest on it.
    """
    rows = read(content.splitlines())
    with tenant_scope(tenant.pk):
        _refuse_taken_codes(tenant, rows)
    added = sum(_import(tenant, batch) for batch in _batches(rows))
    done = Imported(len(rows), len({row.item for row in rows}), added)
    with tenant_scope(tenant.pk):
        ledger.append(tenant.pk, [_note(content, done)] if added else [])
    return done


def _batches(rows: Sequence[LegacyRow]) -> Iterator[Sequence[LegacyRow]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _refuse_taken_codes(tenant: Tenant, rows: Iterable[LegacyRow]) -> None:
    """A code of today is taken however it is spelled: whoever types it means today's item."""
    keys = {row.code: row.key(tenant.slug) for row in rows}
    typed = {code: key for given, key in keys.items() if (code := normalise(given))}
    of_today = Q(code__in=typed, code_shift__isnull=False)
    taken = AlarmItem.objects.of(tenant.pk).filter(Q(code__in=keys) | of_today)
    problems = [
        f"code {code} belongs to another item of this shop"
        for code, key in taken.values_list("code", "item_key")
        if bytes(key) != (keys.get(code) or typed[code])
    ]
    if problems:
        raise FileRefused(problems)


def _import(tenant: Tenant, rows: Sequence[LegacyRow]) -> int:
    with tenant_scope(tenant.pk):
        items = _items(tenant, rows)
        appended = ledger.append(tenant.pk, [_event(tenant, row) for row in rows])
        _project(tenant, items)
    return len({one.event_id for one in appended if one.is_new})


def _items(tenant: Tenant, rows: Sequence[LegacyRow]) -> list[int]:
    by_key = {row.key(tenant.slug): row for row in rows}
    of_shop = AlarmItem.objects.of(tenant.pk).filter(item_key__in=list(by_key))
    known = {bytes(key): item_id for key, item_id in of_shop.values_list("item_key", "pk")}
    now = database_now()
    made = AlarmItem.objects.bulk_create(
        [
            AlarmItem(
                tenant=tenant,
                item_key=key,
                key_version=row.version,
                code=row.code,
                record_source="",
                record_ids=[],
                order_id=row.order,
                order_number=row.order,
                created_at=now,
            )
            for key, row in sorted(by_key.items())
            if key not in known
        ]
    )
    return [*known.values(), *(item.pk for item in made)]


def _event(tenant: Tenant, row: LegacyRow) -> NewEvent:
    is_raise = row.kind == EventKind.RAISED
    return NewEvent(
        kind=EventKind.RAISED if is_raise else EventKind.IMPORTED,
        actor=ActorType.SYSTEM,
        occurred_at=row.at,
        event_id=row.event_id(tenant.slug),
        item_key=row.key(tenant.slug),
        key_version=row.version,
        body={
            "order": row.order,
            "imported": {
                "item": row.item,
                "code": row.code,
                "kind": row.kind,
                "key_version": row.version_given,
            },
        },
    )


def _project(tenant: Tenant, item_ids: Sequence[int]) -> None:
    held = hold(tenant.pk, item_ids)
    told = [projection.Told(item_id, one.story) for item_id, one in held.items()]
    projection.write(tenant.pk, told, numbers.current(tenant.pk))


def _note(content: bytes, done: Imported) -> NewEvent:
    digest = sha256(content)
    return NewEvent(
        kind=EventKind.IMPORTED,
        actor=ActorType.SYSTEM,
        occurred_at=database_now(),
        event_id=UUID(bytes=digest.digest()[:16], version=4),
        body={"file_sha256": digest.hexdigest(), "rows": done.rows, "items": done.items},
    )
