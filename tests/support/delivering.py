"""A shop whose own system is connected, and what that system sends."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.test import Client
from standardwebhooks.webhooks import Webhook

from shopops.connections.models import Connection, Delivery
from shopops.connections.settings import sealed
from shopops.connectors.models import SourceRecord
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.shop_double import SECRET_IN, SECRET_OUT

ADDRESS = "http://127.0.0.1:9"


@dataclass(frozen=True)
class Sender:
    """What it sends is signed now, whatever time it speaks of."""

    connection: Connection

    def signed(
        self, kind: str, record: Any, message_id: str = "", secret: str = SECRET_IN
    ) -> tuple[dict[str, str], bytes]:
        body = json.dumps({"type": kind, "data": record}).encode()
        return self.sealed(body, message_id, secret)

    def sealed(
        self, body: bytes, message_id: str = "", secret: str = SECRET_IN
    ) -> tuple[dict[str, str], bytes]:
        now, name = datetime.now(UTC), message_id or f"msg_{uuid4().hex}"
        signature = Webhook(secret).sign(name, now, body.decode())
        stamp = str(int(now.timestamp()))
        names = ("webhook-id", "webhook-timestamp", "webhook-signature")
        return dict(zip(names, (name, stamp, signature), strict=True)), body

    def post(self, headers: dict[str, str], body: bytes, token: str = "") -> Any:
        path = f"/webhooks/{token or self.connection.inbox_token}"
        return Client(headers=headers).post(path, body, content_type="application/json")

    def send(self, kind: str, record: Any, message_id: str = "") -> Any:
        return self.post(*self.signed(kind, record, message_id))

    def deliveries(self) -> list[Delivery]:
        found = Delivery.objects.of(self.connection.tenant_id).filter(connection=self.connection)
        return list(found.order_by("pk"))


def connect_own_system(
    tenant: Tenant, connector: str = "generic", *, address: str = ADDRESS, **more: Any
) -> Sender:
    settings = {"address": address, "secret_out": SECRET_OUT, "secret_in": SECRET_IN}
    with tenant_scope(tenant.pk):
        made = Connection.objects.create(
            tenant=tenant,
            connector=connector,
            title="Own system",
            settings_sealed=sealed(settings),
            **more,
        )
    return Sender(made)


def records_of(tenant: Tenant) -> dict[tuple[str, str], Any]:
    """Everything that later runs read of each record."""
    columns = ("body", "paths", "source", "authored_at", "source_updated_at", "number")
    rows = SourceRecord.objects.filter(tenant_id=tenant.pk).order_by("pk")
    return {
        (row.record_type, row.external_id): [getattr(row, name) for name in columns] for row in rows
    }
