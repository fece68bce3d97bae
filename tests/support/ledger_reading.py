"""What stands on the ledger, read as the tests need it."""

import json
from typing import Any

from django.db import connection

from shopops.ledger import EventKind


def bodies_of_kind(tenant_id: int, kind: EventKind) -> list[dict[str, Any]]:
    """Oldest first. Call it inside the tenant's scope: row level security hides the rest."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body FROM ledger_event WHERE tenant_id = %s AND kind = %s ORDER BY id",
            [tenant_id, kind],
        )
        return [json.loads(body) for (body,) in cursor.fetchall()]
