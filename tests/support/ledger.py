"""Events and rows for the ledger's tests."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connection

from shopops.alarms.models import AlarmHandle, AlarmItem
from shopops.ledger import ActorType, EventKind, Json, NewEvent, append
from shopops.ledger.kinds import ALARM_KINDS, KEY_VERSION
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ITEM = bytes(range(32))


def a_tenant(slug: str = "northline") -> Tenant:
    tenant: Tenant = Tenant.objects.create(slug=slug, name=slug.title())
    return tenant


def an_event(
    kind: EventKind = EventKind.INTAKE,
    *,
    order: str = "O-1",
    event_id: UUID | None = None,
    occurred_at: datetime = NOON,
    **more: Any,
) -> NewEvent:
    body: dict[str, Json] = {"order": order} | more.pop("body", {})
    return NewEvent(
        kind=kind,
        actor=ActorType.AGENT,
        occurred_at=occurred_at,
        body=body,
        event_id=event_id or uuid4(),
        **more,
    )


def written(tenant: Tenant, *events: NewEvent) -> list[UUID]:
    """Append the events in a scope of their own, alarms with a handle; answers their ids."""
    with tenant_scope(tenant.pk):
        append(tenant.pk, with_handles(tenant, events))
    return [event.event_id for event in events]


def with_handles(tenant: Tenant, events: Iterable[NewEvent]) -> list[NewEvent]:
    """The database takes an alarm's event only with a handle that was given out for it."""
    return [replace(event, handle=event.handle or _handle(tenant, event)) for event in events]


def _handle(tenant: Tenant, event: NewEvent) -> bytes | None:
    if event.kind not in ALARM_KINDS or event.key_version != KEY_VERSION or not event.item_key:
        return None
    handle = event.event_id.bytes * 2  # the same event again has the same one
    give_handle(tenant, handle, event.kind, event.item_key)
    return handle


def give_handle(tenant: Tenant, handle: bytes, kind: EventKind, item_key: bytes) -> None:
    item, _ = AlarmItem.objects.get_or_create(
        tenant=tenant,
        item_key=item_key,
        defaults={"code": item_key.hex()[:10], "record_ids": [], "order_id": "O-1"},
    )
    AlarmHandle.objects.get_or_create(
        sha256=handle,
        defaults={
            "tenant": tenant,
            "skill": "test",
            "kind": kind,
            "item": item,
            "item_key": item_key,
            "created_at": NOON,
            "expires_at": NOON + timedelta(minutes=5),
        },
    )


def one_value(query: str, *parameters: Any) -> Any:
    """The first column of the first row, on Django's connection."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchone()[0]


def chain(dsn: str, tenant: Tenant) -> list[tuple[int, UUID]]:
    """Seq and event id of every link, read by somebody who sees everything."""
    with psycopg.connect(dsn) as superuser:
        return superuser.execute(
            "SELECT seq, event_id FROM ledger_link WHERE tenant_id = %s ORDER BY seq", [tenant.pk]
        ).fetchall()
