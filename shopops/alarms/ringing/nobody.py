"""Items that nobody reachable can be told of. That is shown in red, and looked at again soon."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from shopops.alarms.models import AlarmItem, MailState, RingMail
from shopops.alarms.ringing.due import Due

ASK_AGAIN = timedelta(minutes=1)
HOLD = """
WITH held AS (
    INSERT INTO alarms_ringmail (
        tenant_id, id, token, recipient, state, tries, doubtful, created_at, ready_at,
        reply)
    SELECT %(tenant)s, %(mail)s, gen_random_uuid(), '', 'nobody', 0, false, now.at,
        now.at + %(wait)s, ''
    FROM (SELECT public.shopops_clock() AS at) AS now
)
UPDATE alarms_alarmitem SET ring_in_hand = %(mail)s
WHERE tenant_id = %(tenant)s AND id = ANY (%(items)s)
"""
RELEASE = """
WITH over AS (
    UPDATE alarms_ringmail SET closed_at = (SELECT public.shopops_clock())
    WHERE tenant_id = %s AND closed_at IS NULL AND state = 'nobody'
        AND (%s OR ready_at <= (SELECT public.shopops_clock()))
    RETURNING id
)
UPDATE alarms_alarmitem SET ring_in_hand = NULL
WHERE tenant_id = %s AND ring_in_hand IN (SELECT id FROM over)
"""


def hold(tenant_id: int, found: Sequence[Due]) -> None:
    """Inside the transaction that holds the items' locks: nobody looks at them for a while."""
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "mail": found[0].spare_mail_id,
        "wait": ASK_AGAIN,
        "items": [due.known.item_id for due in found],
    }
    with connection.cursor() as cursor:
        cursor.execute(HOLD, values)


def release(tenant_id: int, *, at_once: bool = False) -> None:
    """Let them be looked at again. `at_once` when the roster has changed. Inside a scope."""
    with connection.cursor() as cursor:
        cursor.execute(RELEASE, [tenant_id, at_once, tenant_id])


def nobody_told(tenant_id: int) -> QuerySet[AlarmItem]:
    """The items that are due, and of which nobody could be told when it was last tried."""
    mails = RingMail.objects.of(tenant_id).filter(
        pk=OuterRef("ring_in_hand"), state=MailState.NOBODY, closed_at=None
    )
    return AlarmItem.objects.filter(tenant_id=tenant_id).filter(
        Exists(mails), ring_in_hand__isnull=False
    )
