"""Ringing with nothing but psycopg and smtplib: what our ringing is measured against.

The same lease of a hundred, the same rows in tables with the same columns and indexes, recorded
per mail in one statement and one commit. No trigger, no constraint, no look at the item's state;
the mails are rendered beforehand, and what is written is known before it starts.
"""

import secrets
import smtplib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg

BATCH = 100
TABLES = {
    "bare_item": "alarms_alarmitem",
    "bare_handle": "alarms_alarmhandle",
    "bare_mail": "alarms_ringmail",
    "bare_ring": "alarms_ringitem",
    "bare_event": "ledger_event",
}
MAKE = """
CREATE TABLE {copy} (LIKE {original}
    INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING INDEXES INCLUDING STORAGE);
GRANT SELECT, INSERT, UPDATE ON {copy} TO so_app;
"""
TAKE = """
SELECT id, item_key, episode, releases, order_id, nextval('bare_mail_id_seq')
FROM bare_item
WHERE tenant_id = %(tenant)s AND ring_in_hand IS NULL AND send_at <= clock_timestamp()
ORDER BY send_at, id
LIMIT %(batch)s
FOR NO KEY UPDATE SKIP LOCKED
"""
STORE = """
WITH mails AS (
    INSERT INTO bare_mail (
        tenant_id, id, token, membership_id, recipient, message, state, tries, doubtful,
        created_at, ready_at, lease, reply)
    SELECT %(tenant)s, given.*, 'queued', 0, false, now(), now() + interval '2 minutes',
        %(lease)s, ''
    FROM unnest(%(mail_ids)s::bigint[], %(tokens)s::uuid[], %(members)s::bigint[],
        %(recipients)s::text[], %(messages)s::bytea[]) AS given
), handles AS (
    INSERT INTO bare_handle (
        tenant_id, skill, kind, created_at, expires_at, sha256, item_id, item_key)
    SELECT %(tenant)s, 'ringing', 'raised', now(), now() + interval '7 days', given.*
    FROM unnest(%(handles)s::bytea[], %(items)s::bigint[], %(item_keys)s::bytea[]) AS given
), rings AS (
    INSERT INTO bare_ring (
        tenant_id, state, mail_id, item_id, handle, event_id, body, episode, releases)
    SELECT %(tenant)s, 'open', given.*
    FROM unnest(%(mail_ids)s::bigint[], %(items)s::bigint[], %(handles)s::bytea[],
        %(events)s::uuid[], %(bodies)s::text[], %(episodes)s::int[], %(releases)s::int[]) AS given
)
UPDATE bare_item SET ring_in_hand = given.mail
FROM unnest(%(mail_ids)s::bigint[], %(items)s::bigint[]) AS given (mail, item)
WHERE bare_item.id = given.item
"""
RECORD = """
WITH mail AS (
    UPDATE bare_mail SET state = 'accepted', tries = 1, closed_at = clock_timestamp(),
        lease = NULL, reply = %(reply)s
    WHERE id = %(mail)s
), handle AS (
    UPDATE bare_handle SET used_at = clock_timestamp(), event_id = %(event)s
    WHERE sha256 = %(handle)s
), ring AS (
    UPDATE bare_ring SET state = 'raised' WHERE mail_id = %(mail)s
), event AS (
    INSERT INTO bare_event (
        tenant_id, event_id, kind, actor_type, occurred_at, recorded_at, body, item_key,
        key_version, handle)
    VALUES (%(tenant)s, %(event)s, 'raised', 'system', clock_timestamp(), clock_timestamp(),
        %(body)s, %(item_key)s, 2, %(handle)s)
)
UPDATE bare_item SET status = 'ringing', rings = rings + 1, rung_at = clock_timestamp(),
    due_at = %(due_at)s, send_at = %(due_at)s, story = %(story)s::jsonb, last_event = %(event)s,
    ring_in_hand = NULL
WHERE id = %(item)s
"""


@dataclass(frozen=True)
class Ready:
    """What the loop needs to know of every mail: it is the same for all of them but its name."""

    tenant_id: int
    membership_id: int
    recipient: str
    sender: str
    message: bytes  # with NAME where each mail has its Message-ID
    body: str
    story: str
    due_at: datetime


NAME = b"<ring.00000000000000000000000000000000@localhost>"


def ring_bare(dsn: str, port: int, ready: Ready) -> int:
    """Rings everything that is due in bare_item; answers how many mails that were."""
    sent = 0
    with (
        psycopg.connect(dsn, autocommit=True) as connection,
        smtplib.SMTP("127.0.0.1", port) as smtp,
    ):
        while batch := _lease(connection, ready):
            for one in batch:
                smtp.sendmail(ready.sender, [ready.recipient], one["message"])
                connection.execute(RECORD, one)
            sent += len(batch)
    return sent


def _lease(connection: psycopg.Connection, ready: Ready) -> list[dict[str, Any]]:
    with connection.transaction():
        taken = connection.execute(TAKE, {"tenant": ready.tenant_id, "batch": BATCH}).fetchall()
        batch = [_one(row, ready) for row in taken]
        if batch:
            connection.execute(STORE, _arrays(taken, batch, ready))
    return batch


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
