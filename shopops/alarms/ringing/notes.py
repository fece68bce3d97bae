"""What a person must be told with the next ring."""

from collections.abc import Collection, Sequence

from django.db import connection

from shopops.alarms.models import RingNote
from shopops.alarms.ringing.mails import Written

LONGEST = 500
MOST_TOLD = 5
TOLD = """
UPDATE alarms_ringnote note SET told_in_id = given.mail
FROM unnest(%s::bigint[], %s::bigint[]) AS given (member, mail)
WHERE note.tenant_id = %s AND note.membership_id = given.member AND note.told_in_id IS NULL
"""


def note_for_next_ring(*, tenant_id: int, membership_id: int, text: str) -> None:
    """An answer of this person was not accepted: why, as the next ring tells it. In a scope."""
    RingNote.objects.create(tenant_id=tenant_id, membership_id=membership_id, text=text[:LONGEST])


def pending_notes(tenant_id: int, membership_ids: Collection[int]) -> dict[int, list[str]]:
    """By person, the newest few."""
    if not membership_ids:
        return {}
    waiting = RingNote.objects.of(tenant_id).filter(
        told_in=None, membership_id__in=set(membership_ids)
    )
    found: dict[int, list[str]] = {}
    for member, text in waiting.order_by("-id").values_list("membership_id", "text"):
        texts = found.setdefault(member, [])
        if text not in texts and len(texts) < MOST_TOLD:
            texts.append(text)
    return found


def told(tenant_id: int, mails: Sequence[Written]) -> None:
    """What these new mails tell their people is no longer pending."""
    bearers = [mail for mail in mails if mail.notes]
    if bearers:
        members = [mail.plan.contact.membership_id for mail in bearers]
        with connection.cursor() as cursor:
            cursor.execute(TOLD, [members, [mail.plan.mail_id for mail in bearers], tenant_id])
