"""Mails that exist already and are taken in hand once more: the same bytes, the same name."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from msgspec import Struct

from shopops.alarms.clock import database_now
from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import MailState
from shopops.alarms.ringing.after import after_ring
from shopops.alarms.ringing.due import COLUMNS, Known, known
from shopops.alarms.ringing.mails import Outgoing
from shopops.alarms.ringing.rendering import report_address_of
from shopops.alarms.ringing.roster import contacts

TAKE = """
UPDATE alarms_ringmail mail
SET lease = %(lease)s, ready_at = (SELECT public.shopops_clock()) + %(lease_for)s
FROM (
    SELECT id FROM alarms_ringmail
    WHERE tenant_id = %(tenant)s AND closed_at IS NULL AND state <> 'nobody'
        AND ready_at <= (SELECT public.shopops_clock())
    ORDER BY ready_at, id
    LIMIT %(limit)s
    FOR NO KEY UPDATE SKIP LOCKED
) ready
WHERE mail.id = ready.id
RETURNING mail.id, mail.membership_id, mail.recipient, mail.message, mail.tries,
    mail.doubtful OR mail.state = 'sending'
"""
ITEMS = f"""
SELECT ring.mail_id, {COLUMNS}
FROM alarms_ringitem ring
JOIN alarms_alarmitem item ON item.id = ring.item_id
WHERE ring.tenant_id = %s AND ring.mail_id = ANY (%s) AND ring.state = 'open'
"""  # noqa: S608  our own words
CLOSE = """
SELECT public.alarm_ring_close(%s, given.mail, given.how, NULL)
FROM unnest(%s::bigint[], %s::text[]) AS given (mail, how)
"""


# Whoever begins a mail has its lock, so what is locked is on its way already.
QUEUED = """
SELECT id, membership_id, recipient FROM alarms_ringmail
WHERE tenant_id = %s AND closed_at IS NULL AND state = 'queued'
ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
"""


class Taken(Struct, frozen=True, kw_only=True):
    mail_id: int
    membership_id: int
    recipient: str
    message: bytes
    tries: int
    doubtful: bool


def take_ready(tenant_id: int, *, lease: UUID, lease_for: timedelta, limit: int) -> list[Taken]:
    """What is in nobody's hand (any more) and is to be tried again. Inside the tenant's scope."""
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "lease": lease,
        "lease_for": lease_for,
        "limit": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(TAKE, values)
        return [
            Taken(
                mail_id=mail_id,
                membership_id=member,
                recipient=recipient,
                message=bytes(message),
                tries=tries,
                doubtful=doubtful,
            )
            for mail_id, member, recipient, message, tries, doubtful in cursor.fetchall()
        ]


def again(tenant_id: int, taken: Sequence[Taken], config: AlarmConfig) -> list[Outgoing]:
    """Those of them that go out again. The others are closed: their person has left the roster, or
    too many tries were in vain. What is due of them is then told to somebody else."""
    if not taken:
        return []
    keys = {(one.membership_id, one.email): one.key for one in contacts(tenant_id)}
    on_roster = [one for one in taken if (one.membership_id, one.recipient) in keys]
    going = [one for one in on_roster if not is_vain(one.tries, config)]
    _close(tenant_id, [one for one in taken if one not in going])
    items, now = _items(tenant_id, going), database_now()
    return [
        Outgoing(
            mail_id=one.mail_id,
            recipient=one.recipient,
            sender=report_address_of(tenant_id, one.membership_id, one.mail_id),
            message=one.message,
            tries=one.tries,
            after=[
                after_ring(
                    item, told=keys[one.membership_id, one.recipient], now=now, config=config
                )
                for item in items.get(one.mail_id, ())
            ],
        )
        for one in going
    ]


def take_back(tenant_id: int) -> None:
    """Mails in a worker's hand that were not begun, to people who can't be rung any more: somebody
    else is told, at once. Inside the scope of the change."""
    reachable = {(one.membership_id, one.email) for one in contacts(tenant_id)}
    with connection.cursor() as cursor:
        cursor.execute(QUEUED, [tenant_id])
        gone = [
            mail_id
            for mail_id, member, recipient in cursor.fetchall()
            if (member, recipient) not in reachable
        ]
        cursor.execute(CLOSE, [tenant_id, gone, [MailState.DROPPED] * len(gone)])


def is_vain(tries: int, config: AlarmConfig) -> bool:
    """After so many tries every wait of the backoff has been waited."""
    return tries > len(config.backoff_minutes)


def _close(tenant_id: int, taken: Sequence[Taken]) -> None:
    how = [MailState.UNKNOWN if one.doubtful else MailState.FAILED for one in taken]
    if taken:
        with connection.cursor() as cursor:
            cursor.execute(CLOSE, [tenant_id, [one.mail_id for one in taken], how])


def _items(tenant_id: int, taken: Sequence[Taken]) -> Mapping[int, list[Known]]:
    found: dict[int, list[Known]] = {}
    with connection.cursor() as cursor:
        cursor.execute(ITEMS, [tenant_id, [one.mail_id for one in taken]])
        for mail_id, *row in cursor.fetchall():
            found.setdefault(mail_id, []).append(known(row))
    return found
