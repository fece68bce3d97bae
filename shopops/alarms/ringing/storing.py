"""New mails go into the database in one statement, with their items' raises and handles."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from shopops.alarms.asked import Skill
from shopops.alarms.handles import KEPT_UNUSED
from shopops.alarms.models import MailState
from shopops.alarms.ringing.due import Due
from shopops.alarms.ringing.mails import Written
from shopops.ledger import EventKind
from shopops.ledger.body import canonical

# One text for all of it: an array for each column costs the client more than all else of a mail.
STORE = """
WITH now AS MATERIALIZED (
    SELECT public.shopops_clock() AS at
), given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(rings)s::jsonb) AS ring (
        mail bigint, item bigint, item_key text, handle text, event uuid, body text, episode int,
        releases int)
), mails AS (
    INSERT INTO alarms_ringmail (
        tenant_id, id, token, membership_id, recipient, message, state, tries, doubtful,
        created_at, ready_at, lease, reply)
    SELECT %(tenant)s, mail.id, mail.token, mail.member, mail.recipient,
        decode(mail.message, 'base64'), %(queued)s, 0, false, now.at, now.at + %(lease_for)s,
        %(lease)s, ''
    FROM now, jsonb_to_recordset(%(mails)s::jsonb) AS mail (
        id bigint, token uuid, member bigint, recipient text, message text)
), handles AS (
    INSERT INTO alarms_alarmhandle (
        tenant_id, skill, kind, created_at, expires_at, sha256, item_id, item_key)
    SELECT %(tenant)s, %(skill)s, %(kind)s, now.at, now.at + %(handle_for)s,
        decode(given.handle, 'base64'), given.item, decode(given.item_key, 'base64')
    FROM now, given
), rings AS (
    INSERT INTO alarms_ringitem (
        tenant_id, state, mail_id, item_id, handle, event_id, body, episode, releases)
    SELECT %(tenant)s, 'open', given.mail, given.item, decode(given.handle, 'base64'),
        given.event, given.body, given.episode, given.releases
    FROM given
)
UPDATE alarms_alarmitem item SET ring_in_hand = given.mail
FROM given
WHERE item.tenant_id = %(tenant)s AND item.id = given.item
"""


def store(tenant_id: int, mails: Sequence[Written], *, lease: UUID, lease_for: timedelta) -> None:
    """Inside the transaction that holds the items' locks."""
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "queued": MailState.QUEUED,
        "lease": lease,
        "lease_for": lease_for,
        "skill": Skill.RINGING,
        "kind": EventKind.RAISED,
        "handle_for": KEPT_UNUSED,
        "mails": _text([_mail(mail) for mail in mails]),
        "rings": _text([_ring(mail, due) for mail in mails for due in mail.plan.items]),
    }
    with connection.cursor() as cursor:
        cursor.execute(STORE, values)


def _text(rows: list[dict[str, Any]]) -> str:
    """Bytes become base 64."""
    return msgspec.json.encode(rows).decode()


def _mail(mail: Written) -> dict[str, Any]:
    return {
        "id": mail.outgoing.mail_id,
        "token": mail.token,
        "member": mail.plan.contact.membership_id,
        "recipient": mail.outgoing.recipient,
        "message": mail.outgoing.message,
    }


def _ring(mail: Written, due: Due) -> dict[str, Any]:
    handle = secrets.token_bytes(32)
    return {
        "mail": mail.outgoing.mail_id,
        "item": due.known.item_id,
        "item_key": due.known.item_key,
        "handle": handle,
        "event": UUID(bytes=handle[:16], version=4),
        "body": body_of(mail, due),
        "episode": due.known.episode,
        "releases": due.known.releases,
    }


def body_of(mail: Written, due: Due) -> str:
    """What the raise will say on the ledger."""
    return canonical(
        {
            "order": due.known.order_id,
            "skill": Skill.RINGING,
            "told": mail.plan.contact.key,
            "message": mail.message_id,
        }
    )
