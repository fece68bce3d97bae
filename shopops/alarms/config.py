"""A tenant's numbers for ringing, one immutable version at a time."""

from datetime import datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

Minutes = Annotated[int, Meta(ge=1, le=43_200)]  # at most 30 days
Delay = Annotated[int, Meta(ge=0, le=43_200)]
Rings = Annotated[int, Meta(ge=1, le=1000)]


class EscalationStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """After `rings` rings that nobody acknowledged, the step after `step` of the roster is rung."""

    step: Annotated[int, Meta(ge=0, le=100)]
    rings: Rings


class QuietHours(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Local wall-clock times of the tenant; an end before the start is on the next day."""

    start: Annotated[time, Meta(tz=False)]
    end: Annotated[time, Meta(tz=False)]


class Maintenance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From `start` to just before `end`."""

    start: Annotated[datetime, Meta(tz=True)]
    end: Annotated[datetime, Meta(tz=True)]
    reason: Annotated[str, Meta(max_length=200)] = ""


class AlarmConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults suit a shop that has set nothing. Refuses numbers that contradict each other."""

    version: int = 1
    interval_minutes: Minutes = 60
    snooze_default_minutes: Minutes = 240
    snooze_max_minutes: Minutes = 1440
    hand_off_max_minutes: Minutes = 4320
    ring_after_minutes: Delay = 120  # for an item that needs approval and nothing worse
    escalation: Annotated[tuple[EscalationStep, ...], Meta(min_length=1, max_length=20)] = (
        EscalationStep(step=0, rings=2),
        EscalationStep(step=1, rings=2),
        EscalationStep(step=2, rings=2),
    )
    quiet_hours: QuietHours | None = None
    maintenance: Annotated[tuple[Maintenance, ...], Meta(max_length=50)] = ()
    timezone: str = "UTC"
    # before the next try, after the first, second, … failed send in a row; the last one repeats
    backoff_minutes: Annotated[tuple[Minutes, ...], Meta(min_length=1, max_length=20)] = (
        1,
        2,
        5,
        15,
        30,
    )

    def __post_init__(self) -> None:
        if self.snooze_default_minutes > self.snooze_max_minutes:
            raise ValueError("the usual snooze is longer than the longest one")
        if self.quiet_hours and self.quiet_hours.start == self.quiet_hours.end:
            raise ValueError("quiet hours that start when they end are never or always quiet")
        if any(window.end <= window.start for window in self.maintenance):
            raise ValueError("a maintenance window ends before it starts")
        try:
            ZoneInfo(self.timezone)
        except (KeyError, ValueError, OSError) as problem:
            raise ValueError(f"there is no time zone {self.timezone!r}") from problem
