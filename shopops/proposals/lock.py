"""One pipeline at a time per shop."""

from django.db import connection

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.proposals', %s))"


def lock_pipeline(tenant_id: int) -> None:
    """Wait until no other transaction proposes for this shop; held until this one ends.

    Taken before the source records are read: whoever writes a revision has read the newest
    records, so an older reading never becomes the newer revision.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [tenant_id])
