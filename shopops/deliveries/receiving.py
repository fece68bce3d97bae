"""The one door for what a connected shop sends: proven, kept once, taken in, all in one commit."""

import logging
from datetime import UTC, datetime
from hashlib import sha256

from django.db.models import F
from msgspec import Struct

from shopops.connections.models import Connection, Delivery, State, Taken
from shopops.connections.settings import NotSetUp, inbox_of
from shopops.connectors.checks import FIRST_YEAR, LAST_YEAR
from shopops.connectors.ports import Delivered, Happening, NotProven
from shopops.connectors.readable import readable
from shopops.connectors.refusals import RowRefused
from shopops.deliveries.happenings import note, note_left
from shopops.deliveries.outcome import Result, refusal
from shopops.deliveries.taking import take
from shopops.deliveries.unproven import count_unproven
from shopops.deliveries.waking import wake_fetch, wake_pipeline
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, Unreadable, seal, unseal

logger = logging.getLogger(__name__)
LONGEST_ID, LONGEST_TOPIC = 255, 80


class Receipt(Struct, frozen=True):
    """What the sender is told. `again`: it came before, and nothing was done now."""

    outcome: str
    reason: str = ""
    again: bool = False


def connection_at(token: str) -> Connection | None:
    """Of a paused or uninstalled shop too: what it says is still true. A removed one's secrets are
    gone, so nothing of it can be proven any more."""
    return Connection.objects.filter(inbox_token=token).exclude(state=State.REMOVED).first()


def receive(
    *, connection: Connection, headers: dict[str, str], body: bytes, now: datetime
) -> Receipt:
    """It is kept when this returns, whatever became of it. Raises `NotProven`; `NotSetUp` and
    `Unreadable` where there is nothing to prove it with."""
    inbox = inbox_of(connection)
    if inbox is None:
        raise NotSetUp(NotSetUp.__doc__)
    try:
        delivered = inbox.open(headers=headers, body=body, now=now)
    except NotProven:
        count_unproven(connection, now)
        raise
    except RowRefused as problem:
        unread = Delivered(delivery_id=_hash(body), topic="")
        return _keep(connection, unread, body, now, refused=problem)
    return _keep(connection, delivered, body, now)


def _keep(
    connection: Connection,
    delivered: Delivered,
    body: bytes,
    now: datetime,
    refused: RowRefused | None = None,
) -> Receipt:
    with tenant_scope(connection.tenant_id):
        row, is_new = _row(connection, delivered, body, now)
        if not is_new and row.outcome != Taken.REFUSED:
            return Receipt(row.outcome, row.reason, again=True)
        result = refusal(refused) if refused else _take_in(connection, delivered, row, now)
        row.outcome, row.reason = result.outcome.value, result.reason
        row.body = None if result.forget else row.body
        row.to_read = sorted(result.unknown) or None
        row.save(update_fields=["outcome", "reason", "body", "to_read"])
    wake_pipeline(connection.tenant_id, result.changed)
    wake_fetch(row, result.unknown)
    return Receipt(row.outcome, row.reason)


def _take_in(connection: Connection, delivered: Delivered, row: Delivery, now: datetime) -> Result:
    if delivered.happening is not Happening.NOTHING:
        return note(connection, delivered, now, row)
    if delivered.left:
        return note_left(connection, delivered)
    return take(connection.tenant_id, delivered.rows, now)


def _row(
    connection: Connection, delivered: Delivered, body: bytes, now: datetime
) -> tuple[Delivery, bool]:
    """The row of this delivery, and whether it was made now. Of two at the same moment the second
    waits here until the first is committed.

    Some sources give one id to two deliveries of the same second. Another content makes another
    delivery; else the second of them would be lost.
    """
    name = readable(delivered.delivery_id) or _hash(body)
    name = name if len(name) <= LONGEST_ID else _hash(name.encode())
    row, is_new = _made(connection, name, delivered, body, now)
    if not is_new and delivered.proven and not _is_same(row, body):
        name = f"{name[:200]}#{_hash(body)[-32:]}"
        row, is_new = _made(connection, name, delivered, body, now)
    if not is_new:
        Delivery.objects.filter(pk=row.pk).update(times=F("times") + 1)
    return row, is_new


def _made(
    connection: Connection, name: str, delivered: Delivered, body: bytes, now: datetime
) -> tuple[Delivery, bool]:
    return Delivery.objects.get_or_create(
        tenant_id=connection.tenant_id,
        connection=connection,
        delivery_id=name,
        defaults={
            "topic": readable(delivered.topic)[:LONGEST_TOPIC],
            "occurred_at": _plausible(delivered.occurred_at),
            "received_at": now,
            "body": seal(body, purpose=Purpose.DELIVERY),
            "outcome": Taken.NOTED,
        },
    )


def _is_same(row: Delivery, body: bytes) -> bool:
    """Where what came first is purged, the id alone counts."""
    if row.body is None:
        return True
    try:
        return unseal(bytes(row.body), purpose=Purpose.DELIVERY) == body
    except Unreadable:
        logger.warning("delivery %s is sealed with a key that is gone", row.pk)
        return True


def _plausible(said: datetime | None) -> datetime | None:
    """What no database keeps, or no program reads back, is as good as nothing."""
    if said is None or not FIRST_YEAR <= said.year <= LAST_YEAR:
        return None
    return said.astimezone(UTC)


def _hash(content: bytes) -> str:
    return f"sha256:{sha256(content).hexdigest()}"
