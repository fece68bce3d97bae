"""The ledger as pages for people: newest first, and when it was last verified."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from shopops.ledger.event import Entry
from shopops.ledger.line import GENESIS
from shopops.ledger.models import Link, VerifyPass
from shopops.ledger.read import ENTRIES, entry_of

LATEST = f"""{ENTRIES}
    WHERE link.tenant_id = %s AND link.seq < %s
    ORDER BY link.seq DESC
    LIMIT %s
"""
NEWEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Verified:
    """The last pass of the verifier; `clean` when it found nothing."""

    at: datetime
    clean: bool
    entries: int


def latest(tenant_id: int, *, before: int | None, limit: int) -> list[Entry]:
    """Entries with a seq below `before`, newest first. The seq is a safe cursor."""
    with connection.cursor() as cursor:
        cursor.execute(LATEST, [tenant_id, NEWEST if before is None else before, limit])
        return [entry_of(row) for row in cursor.fetchall()]


def head_of(tenant_id: int) -> tuple[int, bytes]:
    """How many entries there are, and the leaf of the last one."""
    links = Link.objects.filter(tenant_id=tenant_id).order_by("-seq")
    last = links.values_list("seq", "leaf_hash").first()
    return (0, GENESIS) if last is None else (last[0], bytes(last[1]))


def last_verified(tenant_id: int) -> Verified | None:
    """None: nobody has verified this ledger yet."""
    found = VerifyPass.objects.filter(tenant_id=tenant_id).first()
    if found is None:
        return None
    return Verified(found.finished_at, found.finding_count == 0, found.entries)
