"""What happened to the accounts of one shop's people, for whoever looks after the shop, and when
that is forgotten."""

from datetime import datetime

from django.db import connection
from django.db.models import F, QuerySet

from shopops.accounts.models import AccountEvent

A_BATCH = 5000
# The model's guards refuse any deletion, and the database that of rows younger than a month.
PURGE = """
DELETE FROM accounts_accountevent WHERE id IN (
    SELECT id FROM accounts_accountevent WHERE at < %s ORDER BY at LIMIT %s)
"""


def purge_old_events(*, before: datetime, batch: int = A_BATCH) -> int:
    """One batch of the oldest; the next call takes the next one. How many."""
    with connection.cursor() as cursor:
        cursor.execute(PURGE, [before, batch])
        return int(cursor.rowcount)


def events_of_shop(tenant_id: int) -> QuerySet[AccountEvent]:
    """Of everybody who works or worked there, from when they came; the newest first.

    Whoever works for two shops signs in once, so both shops' administrators see it. Attempts with
    an address that is nobody's are no shop's: only the operator sees them.
    """
    return AccountEvent.objects.filter(
        user__memberships__tenant=tenant_id, at__gte=F("user__memberships__created_at")
    ).select_related("user")
