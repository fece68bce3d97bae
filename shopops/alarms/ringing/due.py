"""Items whose ring is due, taken under their locks so that no other worker takes them too."""

from datetime import datetime
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Struct

from shopops.alarms.ringing.content import Subject
from shopops.alarms.story import Story

SHUN_REFUSED = "1 hour"  # an address that took no mail is left out so long, then tried again
COLUMNS = """
    item.id, item.order_id, item.episode, item.releases, item.last_event, item.story::text,
    item.code, item.obligation, item.order_number, item.cause, item.amount_minor, item.currency,
    (SELECT min(proposal.waiting_since) FROM proposals_proposal proposal
     WHERE proposal.tenant_id = item.tenant_id AND proposal.order_id = item.order_id
         AND proposal.review_status IN ('pending', 'changes_requested')),
    item.item_key
"""
# The clock is asked in a subquery of its own: as a volatile call it could not bound the index.
# Every item brings the number of a mail, so that a mail can name itself before it is stored.
DUE = f"""
SELECT {COLUMNS},
       nextval('public.alarms_ringmail_id_seq'),
       (SELECT public.shopops_clock()),
       ARRAY(
           SELECT mail.recipient
           FROM alarms_ringitem ring
           JOIN alarms_ringmail mail ON mail.id = ring.mail_id
           WHERE ring.tenant_id = item.tenant_id AND ring.item_id = item.id
               AND ring.episode = item.episode
               AND (ring.state = 'given_up' OR mail.state = 'unknown')
               AND mail.closed_at > (SELECT public.shopops_clock()) - interval '{SHUN_REFUSED}'
       )
FROM alarms_alarmitem item
WHERE item.tenant_id = %s AND item.ring_in_hand IS NULL
    AND item.send_at <= (SELECT public.shopops_clock())
ORDER BY item.send_at, item.id
LIMIT %s
FOR NO KEY UPDATE OF item SKIP LOCKED
"""  # noqa: S608  our own words


class Known(Struct, frozen=True, kw_only=True):
    """An item as a ring needs it."""

    item_id: int
    order_id: str
    episode: int
    releases: int
    last_event: UUID | None
    story: Story
    subject: Subject
    item_key: bytes


class Due(Struct, frozen=True, kw_only=True):
    known: Known
    spare_mail_id: int
    now: datetime
    refused: frozenset[str]


def take_due(tenant_id: int, limit: int) -> list[Due]:
    """The longest due first. Inside the transaction that makes their mails."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, [tenant_id, limit])
        return [
            Due(known=known(row), spare_mail_id=spare, now=now, refused=frozenset(refused))
            for *row, spare, now, refused in cursor.fetchall()
        ]


def known(row: list[object]) -> Known:
    """From `COLUMNS`."""
    item_id, order_id, episode, releases, last_event, story, *about, item_key = row
    names = (
        *("code", "obligation", "order_number", "cause", "amount_minor", "currency"),
        "waits_since",
    )
    return msgspec.convert(
        {
            "item_id": item_id,
            "order_id": order_id,
            "episode": episode,
            "releases": releases,
            "last_event": last_event,
            "story": msgspec.json.decode(str(story)),
            "subject": dict(zip(names, about, strict=True)),
            "item_key": bytes(item_key),  # type: ignore[call-overload]
        },
        Known,
    )
