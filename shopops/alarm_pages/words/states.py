"""What an item's state is called, and what happens next with it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec import Struct

from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.review.words.times import short_moment, span

S = AlarmStatus
Names = Mapping[str, str]
SOMEBODY = "somebody who left"

TAGS: Mapping[AlarmStatus, tuple[str, str]] = {
    S.NONE: ("", "withdrawn"),
    S.DUE_NEW: ("warn", "not told yet"),
    S.RINGING: ("bad", "ringing"),
    S.DUE_AGAIN: ("bad", "due again"),
    S.SNOOZED: ("inf", "snoozed"),
    S.HANDED_OFF: ("acc", "handed off"),
    S.RESOLVED: ("ok", "resolved"),
}


class Standing(Struct, frozen=True, kw_only=True):
    """`kind` and `tag`: a badge and its word. `said`: until when and by whom. `coming`: when it
    rings next, where it does. `rung`: how often, in this episode."""

    kind: str
    tag: str
    said: str
    coming: str
    rung: str


def standing(state: AlarmState, *, names: Names, now: datetime) -> Standing:
    kind, tag = TAGS[state.status]
    return Standing(
        kind=kind,
        tag=tag,
        said=_said(state, names, now),
        coming=_coming(state, now),
        rung=times(state.rings),
    )


def times(rings: int) -> str:
    if not rings:
        return "Nobody told yet"
    return {1: "Rang once", 2: "Rang twice"}.get(rings, f"Rang {rings} times")


def people(keys: Iterable[str], names: Names) -> str:
    """ "Maya", "Maya and Per", "Maya, Per and Jun"."""
    *first, last = [names.get(key, SOMEBODY) for key in keys] or [SOMEBODY]
    return f"{', '.join(first)} and {last}" if first else last


def _said(state: AlarmState, names: Names, now: datetime) -> str:
    until = short_moment(state.until) if state.until else ""
    if state.status is S.SNOOZED:
        return f"Until {until}, by {people(state.confirmers, names)}"
    if state.status is S.HANDED_OFF and state.holder:
        return f"To {people([state.holder], names)} until {until}"
    if state.status in (S.RESOLVED, S.NONE) and state.closed_at:
        return f"Closed {short_moment(state.closed_at)}"
    return f"Open for {span(now - state.opened_at)}" if state.opened_at else ""


def _coming(state: AlarmState, now: datetime) -> str:
    if state.send_at is None:
        return ""
    first = "First ring" if not state.rings else "Rings again"
    if state.due_at and state.due_at <= now < state.send_at:
        return f"{first} {short_moment(state.send_at)}, held back until then"
    return f"{first} now" if state.send_at <= now else f"{first} {short_moment(state.send_at)}"
