"""Looking for entries of the ledger, newest first, a page at a time.

Orders have an index. Kinds and people have none: without an order one page looks through a bounded
stretch of entries, so it costs the same in a ledger of any length, and says how far it has looked.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from shopops.ledger.event import Entry
from shopops.ledger.kinds import EventKind
from shopops.ledger.pages import head_of
from shopops.ledger.read import ENTRIES, SELECTED, entry_of

STRETCH = 5_000
FITS = """
    (%(kinds)s::text[] IS NULL OR event.kind = ANY (%(kinds)s))
    AND (%(person)s = '' OR position(%(person)s in event.body) > 0
         OR encode(event.confirmer_key, 'hex') = %(person)s)
"""
OF_ORDERS = f"""{ENTRIES}
    WHERE event.tenant_id = %(tenant)s AND event.order_id = ANY (%(orders)s)
        AND link.seq < %(before)s AND {FITS}
    ORDER BY link.seq DESC
    LIMIT %(most)s
"""
# Each link looks its event up by its key: as a join the planner might read all events instead.
OF_STRETCH = f"""{SELECTED}
    FROM public.ledger_link link CROSS JOIN LATERAL (
        SELECT * FROM public.ledger_event one
        WHERE one.tenant_id = link.tenant_id AND one.event_id = link.event_id OFFSET 0) event
    WHERE link.tenant_id = %(tenant)s AND link.seq < %(before)s AND link.seq >= %(floor)s AND {FITS}
    ORDER BY link.seq DESC
    LIMIT %(most)s
"""  # noqa: S608  our own words


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """None, and "": whichever. `person`: who is named in it, by identity key in hexadecimal."""

    orders: Collection[str] | None = None
    kinds: Collection[EventKind] | None = None
    person: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """`before`: where to look on; None at the end. `looked_from` and `looked_to`: the stretch that
    was looked through, where that was not all."""

    entries: list[Entry]
    before: int | None
    looked_from: int | None = None
    looked_to: int | None = None


def look(tenant_id: int, sought: Sought, *, before: int | None, limit: int) -> Hits:
    """In the tenant's scope. Entries with a seq below `before`."""
    top = head_of(tenant_id)[0] + 1 if before is None else before
    if sought.orders is not None:
        found = _read(OF_ORDERS, tenant_id, sought, before=top, most=limit + 1)
        return Hits(found[:limit], found[limit - 1].seq if len(found) > limit else None)
    floor = max(1, top - STRETCH)
    found = _read(OF_STRETCH, tenant_id, sought, before=top, most=limit + 1, floor=floor)
    if len(found) > limit:
        return Hits(found[:limit], found[limit - 1].seq)
    return Hits(found, floor, top - 1, floor) if floor > 1 else Hits(found, None)


def _read(
    query: str, tenant_id: int, sought: Sought, *, before: int, most: int, floor: int = 1
) -> list[Entry]:
    kinds: Sequence[str] | None = None
    if sought.kinds is not None:
        kinds = [str(kind) for kind in sought.kinds]
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "orders": list(sought.orders or ()),
        "kinds": kinds,
        "person": sought.person,
        "before": before,
        "floor": floor,
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [entry_of(row) for row in cursor.fetchall()]
