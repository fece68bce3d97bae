"""The circuit breaker of a connected shop: after some failures in a row it is left in peace for a
while, and then one call goes out to see whether it answers again."""

from datetime import datetime, timedelta

from django.db.models import F, Q

from shopops.connections.models import Connection
from shopops.connectors.ports import Absent, Done, Refused, Unknown
from shopops.execution.answers import asked_to_wait, until_again

OPENS_AT = 5  # failures in a row
PROBE = timedelta(minutes=3)  # nobody else tries while one does


def is_failure(answer: Done | Refused | Unknown | Absent) -> bool:
    """No answer, or none of use. Being asked to wait is one, and so is that nobody can say."""
    match answer:
        case Refused(again=True, after_seconds=None) | Unknown(answered=False):
            return True
    return False


def quiet_for(failures: int) -> timedelta | None:
    """None: not yet."""
    if failures < OPENS_AT:
        return None
    return timedelta(seconds=until_again(failures - OPENS_AT + 1))


def blocked_until(connection: Connection, now: datetime) -> datetime | None:
    """None: go on. In the scope of the attempt, with the row as it is now; of several that come
    when the quiet time is over, one is let through."""
    quiet = connection.quiet_until
    if quiet is not None and quiet > now:
        return quiet
    if connection.failures < OPENS_AT:
        return None
    until = now + PROBE
    over = Q(quiet_until=None) | Q(quiet_until__lte=now)
    ours = Connection.objects.filter(over, pk=connection.pk, failures__gte=OPENS_AT)
    mine = ours.update(quiet_until=until)
    return None if mine else until


def note(connection_id: int, answer: Done | Refused | Unknown | Absent, now: datetime) -> None:
    """In the scope that records what the answer came to."""
    ours = Connection.objects.filter(pk=connection_id)
    if is_failure(answer):
        ours.update(failures=F("failures") + 1)
        failures = ours.values_list("failures", flat=True).get()
        quiet = quiet_for(failures)
        if quiet is not None:
            ours.update(quiet_until=now + quiet)
        return
    wait = asked_to_wait(answer) if isinstance(answer, Refused) and answer.again else None
    until = now + timedelta(seconds=wait) if wait else None
    if until is not None:
        ours.update(failures=0, quiet_until=until)
    else:
        ours.exclude(failures=0, quiet_until=None).update(failures=0, quiet_until=None)
