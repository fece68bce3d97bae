"""Every link of a tenant's chain with its event, in order, in constant memory.

Links and events are read as two streams, each by its own index, because events lie almost in the
chain's order: no join, no sort. The links' stream opens first; an event without a link is looked
up again before it is reported, so events that commit meanwhile are no false alarm.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from shopops.ledger.line import EventRow

FETCH = 500
LOOK_AHEAD = 4000  # events held while their links have not come yet

LINKS = """
    SELECT seq, event_id::text, leaf_hash FROM public.ledger_link WHERE tenant_id = %s ORDER BY seq
"""
# A moment outside the years that a row may have is no moment to Python: it reads as null.
EVENTS = """
    SELECT event_id::text, kind, actor_type,
           CASE WHEN occurred_at >= '1000-01-01T00:00:00Z' AND occurred_at < '10000-01-01T00:00:00Z'
                THEN occurred_at AT TIME ZONE 'UTC' END,
           CASE WHEN recorded_at >= '1000-01-01T00:00:00Z' AND recorded_at < '10000-01-01T00:00:00Z'
                THEN recorded_at AT TIME ZONE 'UTC' END,
           body, item_key, key_version, handle, confirmer_name_hash, confirmer_key, order_id
    FROM public.ledger_event WHERE tenant_id = %s
"""
BY_ID = f"{EVENTS} AND event_id = %s"
IN_ORDER = f"{EVENTS} ORDER BY id"
UNLINKED = """
    SELECT given.id::text FROM unnest(%s::uuid[]) AS given (id)
    WHERE NOT EXISTS (SELECT FROM public.ledger_link
                      WHERE tenant_id = %s AND event_id = given.id)
"""


LinkRow = tuple[int, str, bytes]  # seq, event id, leaf


class Chain:
    """One pass over a tenant's chain, inside its scope; tells `on_unlinked` the events' ids."""

    def __init__(self, tenant_id: int, *, on_unlinked: Callable[[str], None]) -> None:
        self._tenant_id = tenant_id
        self._on_unlinked = on_unlinked
        self._pending: dict[str, EventRow] = {}
        self._exhausted = False

    def __iter__(self) -> Iterator[tuple[LinkRow, EventRow | None]]:
        """Links in order, each with its event; None where there is no such event."""
        pending = self._pending
        with connection.chunked_cursor() as links, connection.chunked_cursor() as events:
            links.execute(LINKS, [self._tenant_id])
            events.execute(IN_ORDER, [self._tenant_id])
            while rows := links.fetchmany(FETCH):
                for row in rows:
                    event = pending.pop(row[1], None)
                    yield row, event or self._find(row[1], events)
            while not self._exhausted:
                self._load(events)
                self._let_go(len(pending))
            self._let_go(len(pending))

    def _find(self, event_id: str, events: CursorWrapper) -> EventRow | None:
        """Read on until the event comes; far out of order, look it up by its id."""
        if len(self._pending) >= LOOK_AHEAD:
            self._let_go(LOOK_AHEAD // 2)
        while not self._exhausted and len(self._pending) < LOOK_AHEAD:
            self._load(events)
            if event_id in self._pending:
                return self._pending.pop(event_id)
        with connection.cursor() as cursor:
            cursor.execute(BY_ID, [self._tenant_id, UUID(event_id)])
            row = cursor.fetchone()
        return None if row is None else EventRow._make(row)

    def _load(self, events: CursorWrapper) -> None:
        rows = events.fetchmany(FETCH)
        self._exhausted = not rows
        self._pending.update((row[0], EventRow._make(row)) for row in rows)

    def _let_go(self, number: int) -> None:
        """Forget the oldest events that wait for a link; tell of those that have none."""
        oldest = list(islice(self._pending, number))
        for event_id in oldest:
            del self._pending[event_id]
        with connection.cursor() as cursor:
            cursor.execute(UNLINKED, [[UUID(one) for one in oldest], self._tenant_id])
            unlinked = cursor.fetchall()
        for (event_id,) in unlinked:
            self._on_unlinked(event_id)
