"""Ringing with nothing but psycopg and smtplib: what our ringing is measured against.

The same lease of a hundred, and the same rows in tables with the same columns and indexes, each
mail recorded in a commit of its own. No trigger, no constraint, no look at the item's state before
it is sent and no note that it is being sent; no link in the chain. The mails are rendered
beforehand, and what is written is known before it starts.

There are two such loops:

`plain` is the one that an engineer writes first, and the one that the bar is about: a transaction
for each mail, and in it a plain statement for each row.

`fused` puts the same five rows into one hand-made statement. That is no loop that anybody writes
first, but about the least that PostgreSQL can be asked to do. It has no bar. Its figure stands
beside the other so that nobody takes the plain loop for the limit of the machine.
docs/adr/0005-what-ringing-is-measured-against.md says more.
"""

import secrets
import smtplib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg

PLAIN, FUSED = "plain", "fused"
LOOPS = (PLAIN, FUSED)
BATCH = 100
# Each loop has copies of its own, named after it.
COPIED = {
    "item": "alarms_alarmitem",
    "handle": "alarms_alarmhandle",
    "mail": "alarms_ringmail",
    "ring": "alarms_ringitem",
    "event": "ledger_event",
}
MAKE = """
CREATE TABLE {copy} (LIKE {original}
    INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING INDEXES INCLUDING STORAGE);
GRANT SELECT, INSERT, UPDATE ON {copy} TO so_app;
GRANT USAGE ON SEQUENCE {copy}_id_seq TO so_app;
"""
TAKE = """
SELECT id, item_key, episode, releases, order_id, nextval('{loop}_mail_id_seq')
FROM {loop}_item
WHERE tenant_id = %(tenant)s AND ring_in_hand IS NULL AND send_at <= clock_timestamp()
ORDER BY send_at, id
LIMIT %(batch)s
FOR NO KEY UPDATE SKIP LOCKED
"""
STORE = """
WITH mails AS (
    INSERT INTO {loop}_mail (
        tenant_id, id, token, membership_id, recipient, message, state, tries, doubtful,
        created_at, ready_at, lease, reply)
    SELECT %(tenant)s, given.*, 'queued', 0, false, now(), now() + interval '2 minutes',
        %(lease)s, ''
    FROM unnest(%(mail_ids)s::bigint[], %(tokens)s::uuid[], %(members)s::bigint[],
        %(recipients)s::text[], %(messages)s::bytea[]) AS given
), handles AS (
    INSERT INTO {loop}_handle (
        tenant_id, skill, kind, created_at, expires_at, sha256, item_id, item_key)
    SELECT %(tenant)s, 'ringing', 'raised', now(), now() + interval '7 days', given.*
    FROM unnest(%(handles)s::bytea[], %(items)s::bigint[], %(item_keys)s::bytea[]) AS given
), rings AS (
    INSERT INTO {loop}_ring (
        tenant_id, state, mail_id, item_id, handle, event_id, body, episode, releases)
    SELECT %(tenant)s, 'open', given.*
    FROM unnest(%(mail_ids)s::bigint[], %(items)s::bigint[], %(handles)s::bytea[],
        %(events)s::uuid[], %(bodies)s::text[], %(episodes)s::int[], %(releases)s::int[]) AS given
)
UPDATE {loop}_item SET ring_in_hand = given.mail
FROM unnest(%(mail_ids)s::bigint[], %(items)s::bigint[]) AS given (mail, item)
WHERE {loop}_item.id = given.item
"""
# What a mail that was accepted leaves behind, a statement for each row.
RECORD = (
    """
INSERT INTO {loop}_event (
    tenant_id, event_id, kind, actor_type, occurred_at, recorded_at, body, item_key, key_version,
    handle)
VALUES (%(tenant)s, %(event)s, 'raised', 'system', clock_timestamp(), clock_timestamp(),
    %(body)s, %(item_key)s, 2, %(handle)s)
""",
    "UPDATE {loop}_ring SET state = 'raised' WHERE mail_id = %(mail)s",
    """
UPDATE {loop}_mail SET state = 'accepted', tries = 1, closed_at = clock_timestamp(), lease = NULL,
    reply = %(reply)s
WHERE id = %(mail)s
""",
    """
UPDATE {loop}_handle SET used_at = clock_timestamp(), event_id = %(event)s
WHERE sha256 = %(handle)s
""",
    """
UPDATE {loop}_item SET status = 'ringing', rings = rings + 1, rung_at = clock_timestamp(),
    due_at = %(due_at)s, send_at = %(due_at)s, story = %(story)s::jsonb, last_event = %(event)s,
    ring_in_hand = NULL
WHERE id = %(item)s
""",
)
IN_ONE = "WITH {} {}".format(
    ", ".join(f"row{place} AS ({part})" for place, part in enumerate(RECORD[:-1])), RECORD[-1]
)
EVENTS = "SELECT count(*) FROM {loop}_event"


@dataclass(frozen=True)
class Ready:
    """What a loop needs to know of every mail: it is the same for all of them but its name."""

    tenant_id: int
    membership_id: int
    recipient: str
    sender: str
    message: bytes  # with NAME where each mail has its Message-ID
    body: str
    story: str
    due_at: datetime


NAME = b"<ring.00000000000000000000000000000000@localhost>"


def make_tables(superuser: psycopg.Connection) -> None:
    for loop in LOOPS:
        for copy, original in COPIED.items():
            superuser.execute(MAKE.format(copy=f"{loop}_{copy}", original=original).encode())


def ring_bare(loop: str, dsn: str, port: int, ready: Ready) -> int:
    """Rings everything that is due in the loop's items; answers how many mails that were."""
    sent = 0
    record = [_of(loop, IN_ONE)] if loop == FUSED else [_of(loop, part) for part in RECORD]
    with (
        psycopg.connect(dsn, autocommit=True) as connection,
        smtplib.SMTP("127.0.0.1", port) as smtp,
    ):
        while batch := _lease(connection, loop, ready):
            for one in batch:
                smtp.sendmail(ready.sender, [ready.recipient], one["message"])
                _record(connection, record, one)
            sent += len(batch)
    return sent


def rung(loop: str, superuser: psycopg.Connection) -> int:
    """How many raises the loop has written so far."""
    found = superuser.execute(_of(loop, EVENTS)).fetchone()
    return int(found[0]) if found else 0


def _record(connection: psycopg.Connection, statements: list[bytes], one: dict[str, Any]) -> None:
    if len(statements) == 1:  # a commit by itself
        connection.execute(statements[0], one)
        return
    with connection.transaction():
        for statement in statements:
            connection.execute(statement, one)


def _lease(connection: psycopg.Connection, loop: str, ready: Ready) -> list[dict[str, Any]]:
    with connection.transaction():
        given = {"tenant": ready.tenant_id, "batch": BATCH}
        taken = connection.execute(_of(loop, TAKE), given).fetchall()
        batch = [_one(row, ready) for row in taken]
        if batch:
            connection.execute(_of(loop, STORE), _arrays(taken, batch, ready))
    return batch


def _of(loop: str, statement: str) -> bytes:
    return statement.format(loop=loop).encode()


def _one(row: tuple[Any, ...], ready: Ready) -> dict[str, Any]:
    handle, token = secrets.token_bytes(32), uuid4()
    name = b"<ring." + token.hex.encode() + b"@localhost>"
    return {
        "tenant": ready.tenant_id,
        "item": row[0],
        "item_key": row[1],
        "mail": row[5],
        "token": token,
        "handle": handle,
        "event": UUID(bytes=handle[:16], version=4),
        "message": ready.message.replace(NAME, name),
        "reply": "250 kept",
        "body": ready.body,
        "story": ready.story,
        "due_at": ready.due_at,
    }


def _arrays(taken: list[Any], batch: list[dict[str, Any]], ready: Ready) -> dict[str, Any]:
    return {
        "tenant": ready.tenant_id,
        "lease": uuid4(),
        "mail_ids": [one["mail"] for one in batch],
        "tokens": [one["token"] for one in batch],
        "members": [ready.membership_id] * len(batch),
        "recipients": [ready.recipient] * len(batch),
        "messages": [one["message"] for one in batch],
        "handles": [one["handle"] for one in batch],
        "items": [one["item"] for one in batch],
        "item_keys": [one["item_key"] for one in batch],
        "events": [one["event"] for one in batch],
        "bodies": [ready.body] * len(batch),
        "episodes": [row[2] for row in taken],
        "releases": [row[3] for row in taken],
    }
