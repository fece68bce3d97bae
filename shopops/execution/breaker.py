"""The circuit breaker of a connected shop: after some failures in a row it is left in peace for a
while, and then one call goes out to see whether it answers again."""

from datetime import datetime, timedelta

from django.db.models import F, Q

from shopops.connections.models import Connection
from shopops.connectors.ports import Absent, CannotRead, Done, Refused, Unknown
from shopops.execution.answers import asked_to_wait, until_again

OPENS_AT = 5  # failures in a row
AHEAD = timedelta(hours=2)  # no quiet is longer than one; the clock was wrong when it was written
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
    if quiet is not None and now < quiet < now + AHEAD:
        return quiet
    if connection.failures < OPENS_AT:
        return None
    until = now + PROBE
    over = Q(quiet_until=None) | Q(quiet_until__lte=now) | Q(quiet_until__gte=now + AHEAD)
    ours = Connection.objects.filter(over, pk=connection.pk, failures__gte=OPENS_AT)
    mine = ours.update(quiet_until=until)
    return None if mine else until


def note_read(connection_id: int, problem: CannotRead | None, now: datetime) -> None:
    """What came of reading. That it can be read says nothing of whether it does what is asked, so
    a read that works closes nothing: it lets the call go out that it was made for."""
    if problem is None:
        probes = Connection.objects.filter(pk=connection_id, failures__gte=OPENS_AT)
        probes.update(quiet_until=None)
    elif problem.after_seconds is not None:
        _leave_alone(connection_id, problem.after_seconds, now)
    else:
        _fail(connection_id, now)


def note(connection_id: int, answer: Done | Refused | Unknown | Absent, now: datetime) -> None:
    """In the scope that records what the answer came to."""
    if is_failure(answer):
        _fail(connection_id, now)
    else:
        wait = answer.after_seconds if isinstance(answer, Refused) and answer.again else None
        _leave_alone(connection_id, wait, now)


def _fail(connection_id: int, now: datetime) -> None:
    ours = Connection.objects.filter(pk=connection_id)
    ours.update(failures=F("failures") + 1)
    failures = ours.values_list("failures", flat=True).get()
    quiet = quiet_for(failures)
    if quiet is not None:
        ours.update(quiet_until=now + quiet)


def _leave_alone(connection_id: int, seconds: float | None, now: datetime) -> None:
    """It answers, and maybe asks for so long a rest."""
    ours = Connection.objects.filter(pk=connection_id)
    wait = asked_to_wait(seconds)
    if wait:
        ours.update(failures=0, quiet_until=now + timedelta(seconds=wait))
    else:
        ours.exclude(failures=0, quiet_until=None).update(failures=0, quiet_until=None)
