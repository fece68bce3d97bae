"""What an item's state is called, and what happens next with it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import Struct

from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.review.words.times import short_moment, span

S = AlarmStatus
Names = Mapping[str, str]
SOMEBODY = gettext_noop("somebody who left")

TAGS: Mapping[AlarmStatus, tuple[str, str]] = {
    S.NONE: ("", gettext_noop("withdrawn")),
    S.DUE_NEW: ("warn", gettext_noop("not told yet")),
    S.RINGING: ("bad", gettext_noop("ringing")),
    S.DUE_AGAIN: ("bad", gettext_noop("due again")),
    S.SNOOZED: ("inf", gettext_noop("snoozed")),
    S.HANDED_OFF: ("acc", gettext_noop("handed off")),
    S.RESOLVED: ("ok", gettext_noop("resolved")),
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
        tag=_(tag),
        said=_said(state, names, now),
        coming=_coming(state, now),
        rung=times(state.rings),
    )


def times(rings: int) -> str:
    if not rings:
        return _("Nobody told yet")
    if rings == 2:
        return _("Rang twice")
    return ngettext("Rang once", "Rang {number} times", rings).format(number=rings)


def people(keys: Iterable[str], names: Names) -> str:
    """ "Maya", "Maya and Per", "Maya, Per and Jun"."""
    somebody = _(SOMEBODY)
    *first, last = [names.get(key, somebody) for key in keys] or [somebody]
    return _("{some} and {last}").format(some=", ".join(first), last=last) if first else last


def _said(state: AlarmState, names: Names, now: datetime) -> str:
    until = short_moment(state.until) if state.until else ""
    if state.status is S.SNOOZED:
        said = _("Until {until}, by {people}")
        return said.format(until=until, people=people(state.confirmers, names))
    if state.status is S.HANDED_OFF and state.holder:
        said = _("To {person} until {until}")
        return said.format(person=people([state.holder], names), until=until)
    if state.status in (S.RESOLVED, S.NONE) and state.closed_at:
        return _("Closed {when}").format(when=short_moment(state.closed_at))
    if state.opened_at is None:
        return ""
    return _("Open for {span}").format(span=span(now - state.opened_at))


def _coming(state: AlarmState, now: datetime) -> str:
    if state.send_at is None:
        return ""
    when = short_moment(state.send_at)
    if state.due_at and state.due_at <= now < state.send_at:
        held = _("First ring {when}, held back until then")
        if state.rings:
            held = _("Rings again {when}, held back until then")
        return held.format(when=when)
    if state.send_at <= now:
        return _("Rings again now") if state.rings else _("First ring now")
    return (_("Rings again {when}") if state.rings else _("First ring {when}")).format(when=when)
