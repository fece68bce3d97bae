"""Counting requests by the minute, exactly, in one statement.

django-ratelimit refuses Django's database cache, and Ninja's own throttling reads and writes it in
two steps, so that callers at the same moment slip through; this table does neither.
"""

from datetime import datetime, timedelta
from hashlib import sha256

from django.db import connection

from shopops.guards.models import Count

MINUTE = timedelta(minutes=1)
TAKE = """
INSERT INTO guards_count (caller, minute, taken) VALUES (%s, %s, 1)
ON CONFLICT (caller, minute) DO UPDATE SET taken = guards_count.taken + 1
RETURNING taken
"""


def take(*, caller: str, now: datetime) -> int:
    """How many requests this makes of the caller in this minute."""
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [sha256(caller.encode("utf-8", "replace")).digest(), _minute(now)])
        (taken,) = cursor.fetchone()
    return int(taken)


def seconds_left(now: datetime) -> int:
    """Until the next minute begins."""
    return 60 - now.second


def purge(*, now: datetime) -> None:
    Count.objects.filter(minute__lt=_minute(now) - MINUTE).delete()


def _minute(now: datetime) -> datetime:
    return now.replace(second=0, microsecond=0)
