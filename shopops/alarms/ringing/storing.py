"""New mails go into the database in one statement, with their items' raises and handles."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from shopops.alarms.asked import Skill
from shopops.alarms.handles import KEPT_UNUSED
from shopops.alarms.models import MailState
from shopops.alarms.ringing.due import Due
from shopops.alarms.ringing.mails import Written
from shopops.ledger import EventKind
from shopops.ledger.body import canonical

STORE = """
WITH mails AS (
    INSERT INTO alarms_ringmail (
        tenant_id, id, token, membership_id, recipient, message, state, tries, doubtful,
        created_at, ready_at, lease, reply)
    SELECT %(tenant)s, given.*, %(queued)s, 0, false, now.at, now.at + %(lease_for)s, %(lease)s, ''
    FROM unnest(%(mail_ids)s::bigint[], %(tokens)s::uuid[], %(members)s::bigint[],
        %(recipients)s::text[], %(messages)s::bytea[]) AS given,
        (SELECT public.shopops_clock() AS at) AS now
), handles AS (
    INSERT INTO alarms_alarmhandle (
        tenant_id, skill, kind, created_at, expires_at, sha256, item_id, item_key)
    SELECT %(tenant)s, %(skill)s, %(kind)s, now.at, now.at + %(handle_for)s, given.*
    FROM unnest(%(handles)s::bytea[], %(items)s::bigint[], %(item_keys)s::bytea[]) AS given,
        (SELECT public.shopops_clock() AS at) AS now
), rings AS (
    INSERT INTO alarms_ringitem (
        tenant_id, state, mail_id, item_id, handle, event_id, body, episode, releases)
    SELECT %(tenant)s, 'open', given.*
    FROM unnest(%(of_mails)s::bigint[], %(items)s::bigint[], %(handles)s::bytea[],
        %(events)s::uuid[], %(bodies)s::text[], %(episodes)s::int[], %(releases)s::int[]) AS given
)
UPDATE alarms_alarmitem item SET ring_in_hand = given.mail
FROM unnest(%(of_mails)s::bigint[], %(items)s::bigint[]) AS given (mail, item)
WHERE item.tenant_id = %(tenant)s AND item.id = given.item
"""


def store(tenant_id: int, mails: Sequence[Written], *, lease: UUID, lease_for: timedelta) -> None:
    """Inside the transaction that holds the items' locks."""
    rings = [(mail, due) for mail in mails for due in mail.plan.items]
    handles = [secrets.token_bytes(32) for _ in rings]
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "queued": MailState.QUEUED,
        "lease": lease,
        "lease_for": lease_for,
        "skill": Skill.RINGING,
        "kind": EventKind.RAISED,
        "handle_for": KEPT_UNUSED,
        "mail_ids": [mail.outgoing.mail_id for mail in mails],
        "tokens": [mail.token for mail in mails],
        "members": [mail.plan.contact.membership_id for mail in mails],
        "recipients": [mail.outgoing.recipient for mail in mails],
        "messages": [mail.outgoing.message for mail in mails],
        "handles": handles,
        "items": [due.known.item_id for _, due in rings],
        "item_keys": [due.known.item_key for _, due in rings],
        "of_mails": [mail.outgoing.mail_id for mail, _ in rings],
        "events": [UUID(bytes=handle[:16], version=4) for handle in handles],
        "bodies": [body_of(mail, due) for mail, due in rings],
        "episodes": [due.known.episode for _, due in rings],
        "releases": [due.known.releases for _, due in rings],
    }
    with connection.cursor() as cursor:
        cursor.execute(STORE, values)


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
