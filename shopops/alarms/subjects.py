"""Items by what they are about: found, or made with the code that is theirs for ever."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import connection

from shopops.alarms.code_key import code_key
from shopops.alarms.codes import MAX_SHIFT, code_of
from shopops.alarms.identity import Obligation, RecordRef, item_key
from shopops.alarms.models import AlarmItem
from shopops.alarms.states import OPEN
from shopops.ledger.kinds import KEY_VERSION

# One statement for what is there and what is not. An item whose code another one has is neither:
# it comes again with the next shift.
FIND_OR_MAKE = """
WITH given AS MATERIALIZED (
    SELECT decode(one.item_key, 'hex') AS key, one.*
    FROM jsonb_to_recordset(%(items)s::jsonb) AS one (
        item_key text, code text, code_shift int, obligation text, source text, kind text,
        ids text[], authored_at timestamptz, order_id text, order_number text)
), made AS (
    INSERT INTO alarms_alarmitem (
        tenant_id, item_key, key_version, code, code_shift, obligation, record_source,
        record_kind, record_ids, authored_at, order_id, created_at, order_number, cause, currency,
        status, episode, rings, confirmers, step, exhausted, releases, pre_epoch, story)
    SELECT %(tenant)s, given.key, %(version)s, given.code, given.code_shift, given.obligation,
           given.source, given.kind, given.ids, given.authored_at, given.order_id,
           public.shopops_clock(), given.order_number, '', '',
           'none', 0, 0, '{}', 0, false, 0, false, '{}'
    FROM given
    WHERE NOT EXISTS (SELECT FROM alarms_alarmitem item
                      WHERE item.tenant_id = %(tenant)s AND item.item_key = given.key)
    ORDER BY given.key
    ON CONFLICT DO NOTHING
    RETURNING item_key, id
)
SELECT item_key, id, '' FROM made
UNION ALL
SELECT item.item_key, item.id, ''
FROM given JOIN alarms_alarmitem item
    ON item.tenant_id = %(tenant)s AND item.item_key = given.key
UNION ALL
SELECT item.item_key, item.id, item.order_id
FROM alarms_alarmitem item
WHERE item.tenant_id = %(tenant)s AND item.order_id = ANY (%(orders)s)
    AND item.status = ANY (%(open)s) AND item.noted_at >= item.opened_at
    AND item.obligation <> 'execution'
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A record with its obligation, and the order that it belongs to."""

    record: RecordRef
    obligation: Obligation
    order_id: str
    order_number: str = ""


def items_of(tenant_id: int, slug: str, subjects: Sequence[Subject]) -> list[AlarmItem]:
    """An item per subject, in their order, made where there was none."""
    ids = ids_of(tenant_id, slug, subjects)
    items = AlarmItem.objects.of(tenant_id).in_bulk(ids)
    return [items[item_id] for item_id in ids]


@dataclass(slots=True)
class Reserved:
    """`ids`: the subjects' items, in their order. `others`: the open items of the same orders
    that a proposal has asked for, with their order, but for those of an execution."""

    ids: list[int]
    others: dict[int, str]


def ids_of(tenant_id: int, slug: str, subjects: Sequence[Subject]) -> list[int]:
    return reserve(tenant_id, slug, subjects, ()).ids


def reserve(
    tenant_id: int, slug: str, subjects: Sequence[Subject], order_ids: Collection[str]
) -> Reserved:
    """The items' ids, as a rule in one statement. Raises `Refused` for what gets no key.

    In a scope. Making an item only reserves its code: nothing is known to be wrong yet.
    """
    keys = [item_key(slug, one.record, one.obligation) for one in subjects]
    by_key = dict(zip(keys, subjects, strict=True))
    found: dict[bytes, int] = {}
    open_items: dict[int, str] = {}
    for shift in range(MAX_SHIFT + 1):
        missing = {key: one for key, one in by_key.items() if key not in found}
        for key, item_id, order_id in _find_or_make(tenant_id, missing, shift, order_ids):
            if order_id:
                open_items[item_id] = order_id
            else:
                found[key] = item_id
        if by_key.keys() <= found.keys():
            ids = [found[key] for key in keys]
            others = {one: order for one, order in open_items.items() if one not in set(ids)}
            return Reserved(ids, others)
    raise RuntimeError("no code is left for an item; this does not happen by chance")


def _find_or_make(
    tenant_id: int, subjects: Mapping[bytes, Subject], shift: int, order_ids: Collection[str]
) -> list[tuple[bytes, int, str]]:
    secret = code_key()
    items = [_row(key, code_of(secret, key, shift), shift, one) for key, one in subjects.items()]
    parameters: dict[str, Any] = {
        "tenant": tenant_id,
        "version": KEY_VERSION,
        "items": msgspec.json.encode(items).decode(),
        "orders": list(order_ids),
        "open": sorted(OPEN),
    }
    with connection.cursor() as cursor:
        cursor.execute(FIND_OR_MAKE, parameters)
        rows: list[tuple[bytes, int, str]] = cursor.fetchall()
    return rows


def _row(key: bytes, code: str, shift: int, subject: Subject) -> dict[str, Any]:
    record = subject.record
    return {
        "item_key": key.hex(),
        "code": code,
        "code_shift": shift,
        "obligation": subject.obligation,
        "source": record.source,
        "kind": record.kind,
        "ids": record.ids,
        "authored_at": record.authored_at,
        "order_id": subject.order_id,
        "order_number": subject.order_number,
    }
