"""What came to a shop's address without its signature: counted, and nothing of it kept.

Anybody who knows the address can send such, so all that they can change is a number and a time.
"""

from datetime import datetime

from django.db.models import F, Value
from django.db.models.functions import Least

from shopops.connections.models import Connection
from shopops.tenants.scope import tenant_scope

MOST_COUNTED = 1_000_000


def count_unproven(connection: Connection, now: datetime) -> None:
    with tenant_scope(connection.tenant_id):
        Connection.objects.of(connection.tenant_id).filter(pk=connection.pk).update(
            unproven=Least(F("unproven") + 1, Value(MOST_COUNTED)), unproven_at=now
        )
