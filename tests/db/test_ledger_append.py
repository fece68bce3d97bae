"""Appending through the one door, as the app role."""

from datetime import UTC, datetime

import pytest

from shopops.ledger import ActorType, EventKind, NewEvent, append, timeline
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_an_appended_event_is_read_back_from_the_timeline() -> None:
    tenant = Tenant.objects.create(slug="north", name="North")
    event = NewEvent(
        kind=EventKind.INTAKE, actor=ActorType.AGENT, occurred_at=NOON, body={"order": "O-1"}
    )
    with tenant_scope(tenant.pk):
        append(tenant.pk, [event])
    with tenant_scope(tenant.pk):
        print(timeline(tenant.pk, "O-1"))
