"""Each row that the ledger has about an alarm as a sentence."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.alarms.ringing.content import cause_words
from shopops.ledger import Entry, EventKind
from shopops.review.words.people import Names, name_in, name_of
from shopops.review.words.times import short_moment

VERIFIED = {
    "mail": gettext_noop("by mail"),
    "signed_in": gettext_noop("signed in"),
    "token": gettext_noop("through an API token"),
}
BY_DECIDING = {
    "approve": gettext_noop("by approving"),
    "reject": gettext_noop("by rejecting"),
    "handled_outside": gettext_noop("by handling the order outside"),
}
NO_LONGER_NEEDED = gettext_noop("the newest proposal asks for nobody any more")


def _observed(entry: Entry, names: Names) -> str:
    match entry.body.get("why"):
        case "undone":
            return _("The decision was undone: the alarm is open again")
        case "asked_again":
            return _("The order was proposed again: the alarm is open again")
        case "hurried":
            return _("It became worse: the alarm rings without delay")
    opened = _("An API token opened the alarm") if entry.body.get("token") else _("Alarm opened")
    what = cause_words(_text(entry, "cause"), _text(entry, "obligation"))
    delay = ". " + _("It waits for approval") if entry.body.get("waits") else ""
    return f"{opened}: {what}{delay}"


def _raised(entry: Entry, names: Names) -> str:
    if isinstance(entry.body.get("imported"), dict):
        return _("An older system rang an alert, which can no longer be answered")
    if entry.body.get("token"):
        return _("An API token rang the alarm")
    if not entry.body.get("told"):
        return _("The shop’s own agent rang the alarm")
    return _("The alarm rang {person}").format(person=_whom(entry, "told", names))


def _undelivered(entry: Entry, names: Names) -> str:
    said = _("The alarm’s mail to {person} came back")
    return said.format(person=_whom(entry, "told", names))


def _acknowledged(entry: Entry, names: Names) -> str:
    key = bytes(entry.confirmer_key).hex() if entry.confirmer_key else None
    who = name_of(key, names)
    verified = VERIFIED.get(_text(entry, "verified_by"))
    how = _(verified) if verified else ""
    if not how and entry.body.get("token"):
        how = _("an API token says so")
    said = _("{who} acknowledged the alarm{until}").format(who=who, until=_until(entry))
    return f"{said} ({how})" if how else said


def _unacknowledged(entry: Entry, names: Names) -> str:
    said = _("{who} took the snooze back: the alarm rings again")
    return said.format(who=_by(entry, names))


def _handed_off(entry: Entry, names: Names) -> str:
    return _("{who} handed the alarm to {holder}{until}").format(
        who=_by(entry, names), holder=_whom(entry, "holder", names), until=_until(entry)
    )


def _resolved(entry: Entry, names: Names) -> str:
    if entry.body.get("why") == "no_longer_needed":
        return _("Alarm resolved: {why}").format(why=_(NO_LONGER_NEEDED))
    said = _("{who} resolved the alarm{deciding}")
    return said.format(who=_by(entry, names), deciding=_deciding(entry))


def _withdrawn(entry: Entry, names: Names) -> str:
    if entry.body.get("why") == "no_longer_needed":
        said = _("Alarm withdrawn before anybody was told: {why}")
        return said.format(why=_(NO_LONGER_NEEDED))
    said = _("{who} withdrew the alarm{deciding}, before anybody was told")
    return said.format(who=_by(entry, names), deciding=_deciding(entry))


def _deciding(entry: Entry) -> str:
    decision = _text(entry, "decision")
    if not decision:
        return ""
    if decision in BY_DECIDING:
        return f" {_(BY_DECIDING[decision])}"
    return " " + _("with the decision “{decision}”").format(decision=decision)


def _by(entry: Entry, names: Names) -> str:
    if entry.body.get("by"):
        return name_in(entry, "by", names)
    return _("An API token") if entry.body.get("token") else "ShopOps"


def _until(entry: Entry) -> str:
    until = entry.body.get("until")
    if not isinstance(until, str):
        return ""
    return " " + _("until {when}").format(when=short_moment(datetime.fromisoformat(until)))


def _whom(entry: Entry, role: str, names: Names) -> str:
    return name_in(entry, role, names, within=True)


def _text(entry: Entry, name: str) -> str:
    value = entry.body.get(name)
    return value if isinstance(value, str) else ""


ALARMS: Mapping[EventKind, Callable[[Entry, Names], str]] = {
    EventKind.OBSERVED: _observed,
    EventKind.RAISED: _raised,
    EventKind.UNDELIVERED: _undelivered,
    EventKind.ACKNOWLEDGED: _acknowledged,
    EventKind.UNACKNOWLEDGED: _unacknowledged,
    EventKind.HANDED_OFF: _handed_off,
    EventKind.RESOLVED: _resolved,
    EventKind.WITHDRAWN: _withdrawn,
}
