"""The only writer of the ledger."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection

from shopops.ledger.event import Appended, NewEvent
from shopops.ledger.rows import row_of
from shopops.tenants.refusals import refusal_of

APPEND = """
    SELECT appended_id, appended_at, was_new FROM public.ledger_append(
        %s, %s::uuid[], %s::text[], %s::text[], %s::timestamptz[], %s::text[],
        %s::bytea[], %s::smallint[], %s::bytea[], %s::bytea[], %s::bytea[])
"""


def append(tenant_id: int, events: Sequence[NewEvent]) -> list[Appended]:
    """Write the events in this order, in one statement, inside this tenant's scope.

    An event that is there already with the same content is answered with its old row; with other
    content the whole call is refused with `EventConflict`. The rows take their place in the chain
    when the scope ends, and a refusal of the database may surface only there.
    """
    if not events:
        return []
    columns = [list(column) for column in zip(*map(row_of, events), strict=True)]
    written: dict[UUID, Appended] = {}
    for event_id, recorded_at, is_new in _call([tenant_id, *columns]):
        row = Appended(event_id=event_id, recorded_at=recorded_at, is_new=is_new)
        written.setdefault(event_id, row)  # new rows come before old ones
    return [written[event.event_id] for event in events]


def _call(parameters: list[Any]) -> list[tuple[UUID, datetime, bool]]:
    with connection.cursor() as cursor:
        try:
            cursor.execute(APPEND, parameters)
            rows: list[tuple[UUID, datetime, bool]] = cursor.fetchall()
        except DatabaseError as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            raise refusal from error.__cause__
    return rows
