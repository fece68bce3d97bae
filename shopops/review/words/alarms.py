"""Each row that the ledger has about an alarm as a sentence."""

from collections.abc import Callable, Mapping
from datetime import datetime

from shopops.alarms.ringing.content import cause_words
from shopops.ledger import Entry, EventKind
from shopops.review.words.people import Names, name_in, name_of
from shopops.review.words.times import short_moment

VERIFIED = {"mail": "by mail", "signed_in": "signed in", "token": "through an API token"}
BY_DECIDING = {
    "approve": "by approving",
    "reject": "by rejecting",
    "handled_outside": "by handling the order outside",
}


def _observed(entry: Entry, names: Names) -> str:
    match entry.body.get("why"):
        case "undone":
            return "The decision was undone: the alarm is open again"
        case "asked_again":
            return "The order was proposed again: the alarm is open again"
        case "hurried":
            return "It became worse: the alarm rings without delay"
    opened = "An API token opened the alarm" if entry.body.get("token") else "Alarm opened"
    what = cause_words(_text(entry, "cause"), _text(entry, "obligation"))
    delay = ". It waits for approval" if entry.body.get("waits") else ""
    return f"{opened}: {what}{delay}"


def _raised(entry: Entry, names: Names) -> str:
    if isinstance(entry.body.get("imported"), dict):
        return "An older system rang an alert, which can no longer be answered"
    if entry.body.get("token"):
        return "An API token rang the alarm"
    if not entry.body.get("told"):
        return "The shop’s own agent rang the alarm"
    return f"The alarm rang {name_in(entry, 'told', names, within=True)}"


def _undelivered(entry: Entry, names: Names) -> str:
    return f"The alarm’s mail to {name_in(entry, 'told', names, within=True)} came back"


def _acknowledged(entry: Entry, names: Names) -> str:
    key = bytes(entry.confirmer_key).hex() if entry.confirmer_key else None
    who = name_of(key, names)
    how = VERIFIED.get(_text(entry, "verified_by"), "")
    if not how and entry.body.get("token"):
        how = "an API token says so"
    said = f"{who} acknowledged the alarm{_until(entry)}"
    return f"{said} ({how})" if how else said


def _unacknowledged(entry: Entry, names: Names) -> str:
    return f"{_by(entry, names)} took the snooze back: the alarm rings again"


def _handed_off(entry: Entry, names: Names) -> str:
    holder = name_in(entry, "holder", names, within=True)
    return f"{_by(entry, names)} handed the alarm to {holder}{_until(entry)}"


def _resolved(entry: Entry, names: Names) -> str:
    if entry.body.get("why") == "no_longer_needed":
        return "Alarm resolved: the newest proposal asks for nobody any more"
    return f"{_by(entry, names)} resolved the alarm{_deciding(entry)}"


def _withdrawn(entry: Entry, names: Names) -> str:
    untold = "before anybody was told"
    if entry.body.get("why") == "no_longer_needed":
        return f"Alarm withdrawn {untold}: the newest proposal asks for nobody any more"
    return f"{_by(entry, names)} withdrew the alarm{_deciding(entry)}, {untold}"


def _deciding(entry: Entry) -> str:
    decision = _text(entry, "decision")
    if not decision:
        return ""
    return f" {BY_DECIDING.get(decision, f'with the decision “{decision}”')}"


def _by(entry: Entry, names: Names) -> str:
    if entry.body.get("by"):
        return name_in(entry, "by", names)
    return "An API token" if entry.body.get("token") else "ShopOps"


def _until(entry: Entry) -> str:
    until = entry.body.get("until")
    if not isinstance(until, str):
        return ""
    return f" until {short_moment(datetime.fromisoformat(until))}"


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
