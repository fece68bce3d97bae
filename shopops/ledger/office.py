"""What was done about the shop itself, newest first: settings, people, tokens, exports, erasures.

These are few among the many entries about orders, and have an index of their own.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from shopops.ledger.event import Entry
from shopops.ledger.kinds import EventKind
from shopops.ledger.read import ENTRIES, entry_of

OFFICE = (
    EventKind.ERASED,
    EventKind.EXPORT,
    EventKind.ROSTER,
    EventKind.SETTINGS,
    EventKind.TOKEN,
)
# The kinds in full once more, so that the index serves it.
LATEST = f"""{ENTRIES}
    WHERE event.tenant_id = %s
        AND event.kind IN ('erased', 'export', 'roster', 'settings', 'token')
        AND event.kind = ANY (%s)
        AND event.recorded_at >= %s AND (event.recorded_at, event.id) < (%s, %s)
        AND (%s = '' OR %s IN (
            event.body::jsonb ->> 'author', event.body::jsonb ->> 'person',
            event.body::jsonb ->> 'giver', event.body::jsonb ->> 'receiver'))
    ORDER BY event.recorded_at DESC, event.id DESC
    LIMIT %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """From `since` to before `until`, and before the event of that number where one was recorded
    just then. `person`: who is named in it, by identity key in hexadecimal."""

    since: datetime
    until: datetime
    number: int = 0
    kinds: Collection[EventKind] = OFFICE
    person: str = ""


def office_entries(tenant_id: int, asked: Asked, *, limit: int) -> list[tuple[int, Entry]]:
    """Each with its event's number, by when it was recorded. In the tenant's scope."""
    kinds, person = [str(kind) for kind in asked.kinds], asked.person
    values: list[Any] = [
        tenant_id,
        kinds,
        asked.since,
        asked.until,
        asked.number,
        person,
        person,
        limit,
    ]
    with connection.cursor() as cursor:
        cursor.execute(LATEST, values)
        return [(row[-1], entry_of(row)) for row in cursor.fetchall()]
