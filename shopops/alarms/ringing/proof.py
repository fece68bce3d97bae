"""An answer to a mail of which nobody knew whether it had arrived proves that it had."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext_noop

from shopops.alarms.ringing.fresh import finish_in_scope

# Of mails that a raise was not written for, those that may have reached this person: the one that
# the answer names; or, where it names none, any that tells of an item that the person was not told
# of before in its episode.
DOUBTFUL = """
SELECT DISTINCT mail.id
FROM alarms_ringitem ring
JOIN alarms_ringmail mail ON mail.id = ring.mail_id
JOIN alarms_alarmitem item ON item.id = ring.item_id
JOIN tenants_membership person ON person.id = mail.membership_id
WHERE ring.tenant_id = %(tenant)s AND ring.item_id = ANY (%(items)s) AND ring.state = 'open'
    AND mail.membership_id = %(person)s
    AND (mail.doubtful OR mail.state = 'sending')
    AND ring.episode = item.episode AND ring.releases = item.releases
    AND (ring.event_id = ANY (%(raises)s)
        OR (%(any)s AND NOT coalesce(
            item.story -> 'told' ? encode(person.identity_key, 'hex'), false)))
ORDER BY mail.id
"""
PERHAPS = """
SELECT DISTINCT ring.item_id
FROM alarms_ringitem ring
JOIN alarms_ringmail mail ON mail.id = ring.mail_id
JOIN alarms_alarmitem item ON item.id = ring.item_id
WHERE ring.tenant_id = %s AND ring.item_id = ANY (%s) AND ring.state = 'open'
    AND mail.membership_id = %s AND (mail.doubtful OR mail.state = 'sending')
    AND ring.episode = item.episode AND ring.releases = item.releases
"""
LOCK_MAILS = """
SELECT id FROM alarms_ringmail WHERE tenant_id = %s AND id = ANY (%s)
ORDER BY id FOR NO KEY UPDATE
"""
LOCK_ITEMS = """
SELECT id FROM alarms_alarmitem
WHERE tenant_id = %s AND (id = ANY (%s) OR id IN (
    SELECT item_id FROM alarms_ringitem WHERE tenant_id = %s AND mail_id = ANY (%s)))
ORDER BY id FOR NO KEY UPDATE
"""
PROVED = gettext_noop("an answer proved that it arrived")  # said when it is read


def prove_arrival(
    *,
    tenant_id: int,
    membership_id: int,
    item_ids: Collection[int],
    raise_ids: Collection[UUID] = (),
    unnamed: bool,
) -> list[int]:
    """Write the raises of doubtful mails to this person, before their answer is written.

    In the answer's transaction, before any item of it is locked. `raise_ids`: the raises that the
    answer names; `unnamed`: it is a mail that names none. Answers the mails that it proved.
    """
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "items": list(item_ids),
        "person": membership_id,
        "raises": list(raise_ids),
        "any": unnamed,
    }
    with connection.cursor() as cursor:
        cursor.execute(DOUBTFUL, values)
        mails = [mail_id for (mail_id,) in cursor.fetchall()]
        if not mails:
            return []
        cursor.execute(LOCK_MAILS, [tenant_id, mails])
        cursor.execute(LOCK_ITEMS, [tenant_id, list(item_ids), tenant_id, mails])
    for mail_id in mails:
        finish_in_scope(tenant_id, mail_id, reply=PROVED, proof=True)
    return mails


def perhaps_told(tenant_id: int, membership_id: int, item_ids: Collection[int]) -> set[int]:
    """Those of the items that a doubtful mail may have told this person of. Changes nothing."""
    with connection.cursor() as cursor:
        cursor.execute(PERHAPS, [tenant_id, list(item_ids), membership_id])
        return {item_id for (item_id,) in cursor.fetchall()}
