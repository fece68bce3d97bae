"""The open items of which one person was told: what an answer of theirs can be about.

However many those are, a bounded number of rows is looked at, and a few are listed.
"""

from collections.abc import Collection
from typing import Any

from django.db import connection
from msgspec import Struct

from shopops.alarms.models import AlarmItem, RingMail
from shopops.alarms.states import OPEN, AlarmStatus
from shopops.tenants.models import Membership

MOST_LISTED = 20
MOST_COUNTED = 500
MAILS_LOOKED_AT = 200  # the newest, so that the cost does not grow with the years
# Mail by mail, the newest first, so that it ends when enough are found.
TOLD = """
SELECT told.item_id
FROM (
    SELECT id FROM alarms_ringmail
    WHERE tenant_id = %(tenant)s AND membership_id = %(member)s
    ORDER BY id DESC LIMIT %(mails)s
) AS mail
CROSS JOIN LATERAL (
    SELECT ring.item_id
    FROM alarms_ringitem ring
    JOIN alarms_alarmitem item ON item.id = ring.item_id
    WHERE ring.tenant_id = %(tenant)s AND ring.mail_id = mail.id
        AND item.status = ANY (%(open)s) AND item.story -> 'told' ? %(person)s
        AND item.id <> ALL (%(without)s::bigint[])
    OFFSET 0
) AS told
ORDER BY mail.id DESC
LIMIT %(most)s
"""


class OpenItems(Struct, frozen=True, kw_only=True):
    """`items`: the newest, newest first. `more`: how many others there are; `at_least`: so many
    were counted, and there may be others still."""

    items: list[AlarmItem]
    more: int
    at_least: bool


def open_items(member: Membership, *, without: Collection[int] = ()) -> OpenItems:
    """In a scope."""
    told, held = _told(member, without), _held(member, without)
    found = sorted({*told, *held}, reverse=True)
    listed = AlarmItem.objects.of(member.tenant_id).filter(pk__in=found[:MOST_LISTED])
    return OpenItems(
        items=list(listed.order_by("-pk")),
        more=max(0, len(found) - MOST_LISTED),
        at_least=MOST_COUNTED in (len(told), len(held)) or _has_older_mails(member),
    )


def _told(member: Membership, without: Collection[int]) -> list[int]:
    """An item comes as often as the person was told of it."""
    values: dict[str, Any] = {
        "tenant": member.tenant_id,
        "member": member.pk,
        "mails": MAILS_LOOKED_AT,
        "open": sorted(OPEN),
        "person": bytes(member.identity_key).hex(),
        "without": list(without),
        "most": MOST_COUNTED,
    }
    with connection.cursor() as cursor:
        cursor.execute(TOLD, values)
        return [item_id for (item_id,) in cursor.fetchall()]


def _held(member: Membership, without: Collection[int]) -> list[int]:
    held = AlarmItem.objects.of(member.tenant_id).filter(
        holder=bytes(member.identity_key), status=AlarmStatus.HANDED_OFF
    )
    newest = held.exclude(pk__in=without).order_by("-pk").values_list("pk", flat=True)
    return list(newest[:MOST_COUNTED])


def _has_older_mails(member: Membership) -> bool:
    newest = RingMail.objects.of(member.tenant_id).filter(membership=member).order_by("-id")
    return bool(newest.values_list("pk")[MAILS_LOOKED_AT : MAILS_LOOKED_AT + 1])
