"""An item's row with the next ring in it, worked out before the mail is sent, so that the ring can
be recorded by one call. How long and by which settings it holds is said with it."""

from datetime import datetime, timedelta
from typing import Any

from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import AlarmRow, apply
from shopops.alarms.projection import columns
from shopops.alarms.ringing.due import Known
from shopops.alarms.story import Story
from shopops.ledger import EventKind

WRITTEN = ("story", "status", "rings", "due_at", "send_at", "step", "exhausted")


def rung(story: Story, *, told: str, now: datetime) -> Story:
    return apply(story, AlarmRow(seq=None, kind=EventKind.RAISED, at=now, told=told))


def after_ring(known: Known, *, told: str, now: datetime, config: AlarmConfig) -> dict[str, Any]:
    return after_story(known, rung(known.story, told=told, now=now), config)


def after_story(known: Known, story: Story, config: AlarmConfig) -> dict[str, Any]:
    """A member of `after` as alarm_ring_finish takes it; `story` has the ring in it. Of the time
    of the ring only the next slot depends, and a later ring has the same one up to half an
    interval before it."""
    told_columns = columns(story, config)
    half = timedelta(minutes=config.interval_minutes) / 2
    return {
        "id": known.item_id,
        "last_event": known.last_event,
        "version": config.version,
        "rung_before": told_columns["due_at"] - half,
        **{name: told_columns[name] for name in WRITTEN},
    }
