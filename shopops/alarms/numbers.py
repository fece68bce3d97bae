"""A tenant's alarm settings, version by version. Inside a tenant scope; nothing is overwritten."""

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db import connection

from shopops import ledger
from shopops.alarms.clock import database_now
from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import due_at
from shopops.alarms.models import AlarmConfigVersion, AlarmItem
from shopops.alarms.models.items import IS_OPEN
from shopops.alarms.projection import Told, sendable, story_of, write
from shopops.ledger.versions import add_version, version_event
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership

CURRENT = """
    SELECT public.shopops_clock(), tenant.timezone, config.version, config.body::text
    FROM tenants_tenant tenant
    LEFT JOIN alarms_alarmconfigversion config ON config.tenant_id = tenant.id
    WHERE tenant.id = %s
    ORDER BY config.version DESC NULLS LAST
    LIMIT 1
"""
ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.alarm_settings', %s))"
BATCH = 500


class NumbersMoved(ValueError):
    """Somebody saved other alarm settings at the same moment. Look at theirs, then save again."""


def lock(tenant_id: int) -> None:
    """Nobody else who asks for it changes these settings until the scope ends."""
    with connection.cursor() as cursor:
        cursor.execute(ALONE, [tenant_id])


def current(tenant_id: int) -> AlarmConfig:
    """The version in force; the defaults, in the shop's own time zone, where none was saved."""
    return current_and_now(tenant_id)[0]


def current_and_now(tenant_id: int) -> tuple[AlarmConfig, datetime]:
    """The same together with what time it is, in one statement: whoever checks needs both."""
    with connection.cursor() as cursor:
        cursor.execute(CURRENT, [tenant_id])
        now, timezone, version, body = cursor.fetchone()
    return _config(version, body, timezone), now


def _config(version: int | None, body: str | None, timezone: str) -> AlarmConfig:
    if version is None or body is None:
        return AlarmConfig(version=0, timezone=timezone)
    return msgspec.convert({**msgspec.json.decode(body), "version": version}, AlarmConfig)


def save_config(
    *, tenant_id: int, config: AlarmConfig, reason: str, author: Membership | None
) -> AlarmConfigVersion:
    """Add `config` as the next version, whatever version it carries, and apply it to what is
    open. `author` None: an operator on the command line. Raises `msgspec.ValidationError` for
    numbers out of bounds, `NumbersMoved`, and what `hold_author` does."""
    checked = msgspec.convert(msgspec.to_builtins(config), AlarmConfig)
    hold_author(author)
    before = current(tenant_id)
    saved = add_version(
        AlarmConfigVersion,
        tenant_id=tenant_id,
        config=checked,
        version=before.version + 1,
        reason=reason,
        author=author,
        moved=NumbersMoved,
    )
    event = version_event(saved, of="alarms", before=before, author=author, now=database_now())
    ledger.append(tenant_id, [event])
    reschedule(tenant_id, checked)
    return saved


def reschedule(tenant_id: int, config: AlarmConfig) -> None:
    """Deadlines of open items anew: a shorter interval applies to them at once."""
    for batch in _open_items(tenant_id):
        write(tenant_id, [Told(item.pk, story_of(item)) for item in batch], config)


def catch_up(tenant_id: int) -> int:
    """Deadlines anew for what was opened by older numbers in the very moment of saving: to whoever
    saved it was not open yet. How many there were."""
    config = current(tenant_id)
    items = AlarmItem.objects.of(tenant_id).filter(IS_OPEN).only("story", "due_at", "send_at")
    behind = [item.pk for item in items.iterator(BATCH) if not _is_by(item, config)]
    for start in range(0, len(behind), BATCH):
        found = AlarmItem.objects.of(tenant_id).filter(pk__in=behind[start : start + BATCH])
        held = found.order_by("pk").select_for_update(no_key=True).only("story")
        write(tenant_id, [Told(item.pk, story_of(item)) for item in held], config)
    return len(behind)


def _is_by(item: AlarmItem, config: AlarmConfig) -> bool:
    due = due_at(story_of(item), config)
    return (item.due_at, item.send_at) == (due, sendable(due, config))


def _open_items(tenant_id: int) -> Iterator[list[AlarmItem]]:
    last = 0
    while True:
        found = AlarmItem.objects.of(tenant_id).filter(IS_OPEN, pk__gt=last).order_by("pk")
        batch = list(found.select_for_update(no_key=True).only("story")[:BATCH])
        if not batch:
            return
        yield batch
        last = batch[-1].pk
