"""Each row that the ledger has about an item as a sentence."""

from collections.abc import Callable, Mapping
from datetime import datetime

from shopops.alarm_pages.words.states import SOMEBODY
from shopops.ledger import Entry, EventKind
from shopops.review.words.times import short_moment

Names = Mapping[str, str]
VERIFIED = {"mail": "by mail", "signed_in": "signed in", "token": "through an API token"}
WHYS = {
    "no_longer_needed": "The newest proposal asks for nobody any more",
    "undone": "The decision was undone",
}


def sentence(entry: Entry, names: Names) -> str:
    return SENTENCES[entry.kind](entry, names)


def people_in(entries: list[Entry]) -> set[str]:
    """Identity keys of everybody whom the rows name."""
    keys = {
        str(entry.body[role])
        for entry in entries
        for role in ("by", "told", "holder", "reviewer")
        if entry.body.get(role)
    }
    return keys | {bytes(entry.confirmer_key).hex() for entry in entries if entry.confirmer_key}


def _observed(entry: Entry, names: Names) -> str:
    why = WHYS.get(str(entry.body.get("why")), "Observed")
    return f"{why}: a new episode" if why == "Observed" else f"{why}: a new episode begins"


def _raised(entry: Entry, names: Names) -> str:
    told = entry.body.get("told")
    return f"Rang {_name(told, names)}" if told else "Rang"


def _undelivered(entry: Entry, names: Names) -> str:
    return f"The mail to {_name(entry.body.get('told'), names)} came back"


def _acknowledged(entry: Entry, names: Names) -> str:
    key = bytes(entry.confirmer_key).hex() if entry.confirmer_key else None
    how = VERIFIED.get(str(entry.body.get("verified_by")), "")
    said = f"{_name(key, names)} acknowledged{_until(entry)}"
    return f"{said} ({how})" if how else said


def _unacknowledged(entry: Entry, names: Names) -> str:
    return f"{_by(entry, names)} took the snooze back"


def _handed_off(entry: Entry, names: Names) -> str:
    holder = _name(entry.body.get("holder"), names)
    return f"{_by(entry, names)} handed it to {holder}{_until(entry)}"


def _resolved(entry: Entry, names: Names) -> str:
    return _ended("resolved", entry, names)


def _withdrawn(entry: Entry, names: Names) -> str:
    return _ended("withdrew", entry, names)


def _ended(verb: str, entry: Entry, names: Names) -> str:
    why = WHYS.get(str(entry.body.get("why")))
    done = "Resolved" if verb == "resolved" else "Withdrawn before anybody was told"
    if why:
        return f"{done}: {why[0].lower()}{why[1:]}"
    who = _by(entry, names)
    decision = entry.body.get("decision")
    how = f" with the decision “{str(decision).replace('_', ' ')}”" if decision else ""
    before = " before anybody was told" if verb == "withdrew" else ""
    return f"{who} {verb} it{before}{how}"


def _by(entry: Entry, names: Names) -> str:
    key = entry.body.get("by") or entry.body.get("reviewer")
    if key:
        return _name(key, names)
    return "An API token" if entry.body.get("token") else "ShopOps"


def _name(key: object, names: Names) -> str:
    return names.get(str(key), SOMEBODY.capitalize()) if key else "Somebody"


def _until(entry: Entry) -> str:
    until = entry.body.get("until")
    if not isinstance(until, str):
        return ""
    return f" until {short_moment(datetime.fromisoformat(until))}"


SENTENCES: Mapping[EventKind, Callable[[Entry, Names], str]] = {
    EventKind.OBSERVED: _observed,
    EventKind.RAISED: _raised,
    EventKind.UNDELIVERED: _undelivered,
    EventKind.ACKNOWLEDGED: _acknowledged,
    EventKind.UNACKNOWLEDGED: _unacknowledged,
    EventKind.HANDED_OFF: _handed_off,
    EventKind.RESOLVED: _resolved,
    EventKind.WITHDRAWN: _withdrawn,
}
