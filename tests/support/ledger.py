"""Events and rows for the ledger's tests."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connection

from shopops.ledger import ActorType, EventKind, Json, NewEvent, append
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
    """Append the events in a scope of their own; answers their ids."""
    with tenant_scope(tenant.pk):
        append(tenant.pk, events)
    return [event.event_id for event in events]


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
