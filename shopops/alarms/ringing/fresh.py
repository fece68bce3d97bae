"""Records an accepted mail when its items have moved on meanwhile: all is worked out anew, under
their locks. Also the way in which an answer proves that a mail arrived."""

import msgspec
from django.db import connection

from shopops.alarms import numbers
from shopops.alarms.clock import database_now
from shopops.alarms.ringing.after import after_ring
from shopops.alarms.ringing.due import COLUMNS, known
from shopops.tenants.scope import tenant_scope

LOCK_MAIL = """
SELECT encode(person.identity_key, 'hex')
FROM alarms_ringmail mail
JOIN tenants_membership person ON person.id = mail.membership_id
WHERE mail.tenant_id = %s AND mail.id = %s
FOR NO KEY UPDATE OF mail
"""
LOCK_ITEMS = f"""
SELECT {COLUMNS}
FROM alarms_ringitem ring
JOIN alarms_alarmitem item ON item.id = ring.item_id
WHERE ring.tenant_id = %s AND ring.mail_id = %s AND ring.state = 'open'
ORDER BY item.id
FOR NO KEY UPDATE OF item
"""  # noqa: S608  our own words
FINISH = "SELECT public.alarm_ring_finish(%s, %s, NULL, 'accepted', %s, NULL, %s::jsonb, %s)"


def finish_afresh(tenant_id: int, mail_id: int, *, reply: str) -> str:
    """In a transaction of its own. Answers the mail's state, or `closed`: it was so before."""
    with tenant_scope(tenant_id):
        return finish_in_scope(tenant_id, mail_id, reply=reply, proof=False)


def finish_in_scope(tenant_id: int, mail_id: int, *, reply: str, proof: bool) -> str:
    """First the mail's lock, then its items' in the order of their ids, as everywhere here."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_MAIL, [tenant_id, mail_id])
        (told,) = cursor.fetchone()
        cursor.execute(LOCK_ITEMS, [tenant_id, mail_id])
        items = [known(list(row)) for row in cursor.fetchall()]
        config, now = numbers.current(tenant_id), database_now()
        after = [after_ring(item, told=told, now=now, config=config) for item in items]
        text = msgspec.json.encode(after).decode()
        cursor.execute(FINISH, [tenant_id, mail_id, reply, text, proof])
        state: str = cursor.fetchone()[0]
    return state
