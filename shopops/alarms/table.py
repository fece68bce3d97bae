"""What each state refuses, by kind of event; what is not here is let in.

Cells that depend on more than the state (who answers, which evidence, what time it is) are let in
here and judged where that is known: check.py before a row is written, story.py when it is read.
"""

from collections.abc import Mapping

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import OPEN, AlarmStatus
from shopops.ledger.kinds import EventKind

S, C = AlarmStatus, RefusalCode

RELEASES = frozenset({EventKind.ACKNOWLEDGED, EventKind.HANDED_OFF, EventKind.RESOLVED})
UNTOLD = dict.fromkeys((S.NONE, S.DUE_NEW), C.NO_RAISE)

REFUSED: Mapping[EventKind, Mapping[AlarmStatus, RefusalCode]] = {
    EventKind.OBSERVED: dict.fromkeys(OPEN, C.ALREADY_OPEN),
    EventKind.RAISED: {
        S.NONE: C.NOT_OBSERVED,
        S.RINGING: C.NOT_DUE,
        S.SNOOZED: C.NOT_DUE,
        S.HANDED_OFF: C.NOT_DUE,
    },
    EventKind.UNDELIVERED: {S.NONE: C.NO_RAISE},
    EventKind.ACKNOWLEDGED: UNTOLD | {S.RESOLVED: C.ALREADY_RESOLVED},
    EventKind.UNACKNOWLEDGED: dict.fromkeys(set(S) - {S.SNOOZED}, C.NOT_SNOOZED),
    EventKind.HANDED_OFF: UNTOLD | {S.RESOLVED: C.ALREADY_RESOLVED},
    EventKind.RESOLVED: UNTOLD | {S.RESOLVED: C.RESOLVED_BEFORE},
    EventKind.WITHDRAWN: {
        S.NONE: C.NOT_OBSERVED,
        **dict.fromkeys(OPEN - {S.DUE_NEW}, C.ALREADY_RUNG),
        S.RESOLVED: C.ALREADY_RESOLVED,
    },
}


def refused(kind: EventKind, status: AlarmStatus) -> RefusalCode | None:
    """The cell of the table. KeyError for a kind that is not an alarm's."""
    return REFUSED[kind].get(status)
