"""Items by what they are about: found, or made with the code that is theirs for ever."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

from shopops.alarms.code_key import code_key
from shopops.alarms.codes import MAX_SHIFT, code_of
from shopops.alarms.identity import Obligation, RecordRef, item_key
from shopops.alarms.models import AlarmItem
from shopops.ledger.kinds import KEY_VERSION

RecordId = tuple[str, str, tuple[str | None, ...]]

MAKE = """
INSERT INTO alarms_alarmitem (
    tenant_id, item_key, key_version, code, code_shift, obligation, record_source, record_kind,
    record_ids, authored_at, order_id, created_at, order_number, cause, currency,
    status, episode, rings, confirmers, step, exhausted, releases, pre_epoch, story)
SELECT %(tenant)s, decode(given.item_key, 'hex'), %(version)s, given.code, given.code_shift,
       given.obligation, given.source, given.kind, given.ids, given.authored_at, given.order_id,
       public.shopops_clock(), given.order_number, '', '',
       'none', 0, 0, '{}', 0, false, 0, false, '{}'
FROM jsonb_to_recordset(%(items)s::jsonb) AS given (
    item_key text, code text, code_shift int, obligation text, source text, kind text,
    ids text[], authored_at timestamptz, order_id text,
    order_number text)
ORDER BY given.item_key
ON CONFLICT DO NOTHING
"""
FROZEN = """
SELECT given.source, given.kind, given.ids, min(item.authored_at)
FROM jsonb_to_recordset(%(records)s::jsonb) AS given (source text, kind text, ids text[])
JOIN alarms_alarmitem item ON item.tenant_id = %(tenant)s
    AND item.record_source = given.source AND item.record_kind = given.kind
    AND item.record_ids = given.ids::varchar[] AND item.key_version = %(version)s
GROUP BY given.source, given.kind, given.ids
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A record with its obligation, and the order that it belongs to."""

    record: RecordRef
    obligation: Obligation
    order_id: str
    order_number: str = ""


def record_id(record: RecordRef) -> RecordId:
    return record.source, record.kind.value, record.ids


def frozen_dates(tenant_id: int, records: Sequence[RecordRef]) -> Mapping[RecordId, datetime]:
    """When records were made, as it was known when their first item got its key."""
    given = [{"source": one.source, "kind": one.kind, "ids": one.ids} for one in records]
    parameters: dict[str, Any] = {
        "tenant": tenant_id,
        "records": _json(given),
        "version": KEY_VERSION,
    }
    with connection.cursor() as cursor:
        cursor.execute(FROZEN, parameters)
        return {
            (source, kind, tuple(ids)): authored_at
            for source, kind, ids, authored_at in cursor.fetchall()
        }


def items_of(tenant_id: int, slug: str, subjects: Sequence[Subject]) -> list[AlarmItem]:
    """An item per subject, in their order. Raises `Refused` for one that gets no key.

    In a scope. Making an item only reserves its code: nothing is known to be wrong yet.
    """
    keys = [item_key(slug, one.record, one.obligation) for one in subjects]
    by_key = dict(zip(keys, subjects, strict=True))
    found = _found(tenant_id, keys)
    shift = 0
    while missing := by_key.keys() - found.keys():
        if shift > MAX_SHIFT:
            raise RuntimeError("no code is left for an item; this does not happen by chance")
        _make(tenant_id, {key: by_key[key] for key in missing}, shift)
        found |= _found(tenant_id, list(missing))
        shift += 1
    return [found[key] for key in keys]


def _found(tenant_id: int, keys: Sequence[bytes]) -> dict[bytes, AlarmItem]:
    rows = AlarmItem.objects.of(tenant_id).filter(item_key__in=keys)
    return {bytes(row.item_key): row for row in rows}


def _make(tenant_id: int, subjects: Mapping[bytes, Subject], shift: int) -> None:
    """Those whose code another item has are left out: they come again with the next shift."""
    secret = code_key()
    items: list[dict[str, Any]] = [
        {
            "item_key": key.hex(),
            "code": code_of(secret, key, shift),
            "code_shift": shift,
            "obligation": one.obligation,
            "source": one.record.source,
            "kind": one.record.kind,
            "ids": one.record.ids,
            "authored_at": one.record.authored_at,
            "order_id": one.order_id,
            "order_number": one.order_number,
        }
        for key, one in subjects.items()
    ]
    parameters: dict[str, Any] = {
        "tenant": tenant_id,
        "version": KEY_VERSION,
        "items": _json(items),
    }
    with connection.cursor() as cursor:
        cursor.execute(MAKE, parameters)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
