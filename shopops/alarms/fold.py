"""From an item's ledger rows, a moment and the tenant's settings to its state. Pure.

Deadlines are derived here and nowhere stored: a shorter interval applies to what is open already.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import reduce

from shopops.alarms.check import check
from shopops.alarms.config import AlarmConfig
from shopops.alarms.effects import apply
from shopops.alarms.rows import AlarmRow
from shopops.alarms.schedule import escalation, held_until, next_slot
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.alarms.story import Story, status_at

__all__ = ["AlarmRow", "apply", "check", "due_at", "fold", "tell", "view"]

S = AlarmStatus


def fold(rows: Iterable[AlarmRow], *, now: datetime, config: AlarmConfig) -> AlarmState:
    """Rows in any order; a row that comes twice counts once."""
    return view(tell(rows), now=now, config=config)


def tell(rows: Iterable[AlarmRow]) -> Story:
    in_order = sorted(rows, key=lambda row: (row.seq is None, row.seq or 0))
    return reduce(apply, in_order, Story())


def view(story: Story, *, now: datetime, config: AlarmConfig) -> AlarmState:
    due = due_at(story, config)
    status = status_at(story, now)
    if status is S.RINGING and due is not None and due <= now:
        status = S.DUE_AGAIN
    step, exhausted = escalation(story.unacknowledged, config)
    return AlarmState(
        status=status,
        episode=story.episode,
        opened_at=story.opened_at,
        closed_at=story.closed_at,
        rings=story.rings,
        unacknowledged=story.unacknowledged,
        rung_at=story.rung_at,
        due_at=due,
        send_at=None if due is None else held_until(max(due, now), config),
        waits=story.waits,
        until=story.until,
        confirmers=story.confirmers,
        holder=story.holder,
        step=step,
        exhausted=exhausted,
        unreachable=story.unreachable,
        told=story.told,
        evidence_digest=story.evidence_digest,
        pre_epoch=story.pre_epoch,
        releases=story.releases,
        last_seq=story.last_seq,
    )


def due_at(story: Story, config: AlarmConfig) -> datetime | None:
    """When the next ring falls due; None while nothing is open. A projection is indexed by it."""
    if story.status in (S.SNOOZED, S.HANDED_OFF):
        return story.until
    if story.anchor is None:
        return None
    origin = story.anchor
    if story.waits:
        origin += timedelta(minutes=config.ring_after_minutes)
    if story.status is not S.RINGING or story.rung_at is None:
        return origin
    due = next_slot(origin, story.rung_at, config)
    return due if story.bounced_at is None else min(due, story.bounced_at)
