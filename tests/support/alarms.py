"""Ledger rows of one alarm item, and one story for each state, all around 12:00 on one day."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from shopops.alarms.config import AlarmConfig, EscalationStep
from shopops.alarms.fold import AlarmRow, check, fold
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.ledger.kinds import EventKind

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MAYA, PER, IDA = "1a" * 32, "2b" * 32, "3c" * 32
SEEN, NEWS = b"\x01" * 32, b"\x02" * 32  # the evidence known first, and evidence that differs

CONFIG = AlarmConfig(
    interval_minutes=60,
    snooze_default_minutes=30,
    snooze_max_minutes=240,
    hand_off_max_minutes=480,
    ring_after_minutes=120,
    escalation=(
        EscalationStep(step=0, rings=1),
        EscalationStep(step=1, rings=2),
        EscalationStep(step=2, rings=1),
    ),
)


def minute(number: float) -> datetime:
    """So many minutes after noon."""
    return NOON + timedelta(minutes=number)


def a_row(kind: EventKind, at: float, **fields: Any) -> AlarmRow:
    return AlarmRow(seq=None, kind=kind, at=minute(at), **fields)


def observed(at: float, evidence: bytes = SEEN, seen: float | None = None, **more: Any) -> AlarmRow:
    observed_at = minute(at if seen is None else seen)
    return a_row(EventKind.OBSERVED, at, evidence_digest=evidence, observed_at=observed_at, **more)


def raised(at: float, told: str = MAYA, **more: Any) -> AlarmRow:
    return a_row(EventKind.RAISED, at, told=told, **more)


def undelivered(at: float, told: str = MAYA) -> AlarmRow:
    return a_row(EventKind.UNDELIVERED, at, told=told)


def acknowledged(at: float, until: float, confirmer: str = MAYA, **more: Any) -> AlarmRow:
    return a_row(EventKind.ACKNOWLEDGED, at, confirmer=confirmer, until=minute(until), **more)


def unacknowledged(at: float) -> AlarmRow:
    return a_row(EventKind.UNACKNOWLEDGED, at)


def handed_off(at: float, until: float, holder: str = PER, **more: Any) -> AlarmRow:
    return a_row(EventKind.HANDED_OFF, at, holder=holder, until=minute(until), **more)


def resolved(at: float, evidence: bytes | None = SEEN, **more: Any) -> AlarmRow:
    return a_row(EventKind.RESOLVED, at, evidence_digest=evidence, **more)


def withdrawn(at: float, evidence: bytes | None = SEEN) -> AlarmRow:
    return a_row(EventKind.WITHDRAWN, at, evidence_digest=evidence)


def numbered(*rows: AlarmRow) -> list[AlarmRow]:
    """As the ledger holds them: seq 1, 2, 3."""
    return [replace(row, seq=seq) for seq, row in enumerate(rows, start=1)]


def state_of(*rows: AlarmRow, at: float, config: AlarmConfig = CONFIG) -> AlarmState:
    return fold(numbered(*rows), now=minute(at), config=config)


def refusal(state: AlarmState, kind: EventKind, at: float, **asked: Any) -> RefusalCode | None:
    return check(state, kind, now=minute(at), config=CONFIG, **asked)


# At minute 10 each of these stories is in its state.
STORIES: dict[AlarmStatus, tuple[AlarmRow, ...]] = {
    AlarmStatus.NONE: (),
    AlarmStatus.DUE_NEW: (observed(0),),
    AlarmStatus.RINGING: (observed(0), raised(1)),
    AlarmStatus.SNOOZED: (observed(0), raised(1), acknowledged(2, until=120)),
    AlarmStatus.HANDED_OFF: (observed(0), raised(1), handed_off(2, until=120)),
    AlarmStatus.DUE_AGAIN: (observed(0), raised(1), acknowledged(2, until=5)),
    AlarmStatus.RESOLVED: (observed(0), raised(1), resolved(2)),
}
