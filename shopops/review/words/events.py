"""Each row of the ledger as a sentence."""

from collections.abc import Callable, Mapping
from typing import Any

from shopops.ledger import Entry, EventKind
from shopops.review.words.alarms import ALARMS
from shopops.review.words.decided import decided
from shopops.review.words.executing import connection_changed, execution
from shopops.review.words.people import Names, name_of
from shopops.review.words.values import money

Body = Mapping[str, Any]
ROSTER = {
    "added": "added an address of",
    "changed": "changed an address of",
    "removed": "removed an address of",
    "verified": "confirmed an address of",
    "away": "entered an absence of",
    "back": "ended the absence of",
}
MEMBERS = {
    "joined": "{person} joined the shop as {after}",
    "role": "{who} changed the role of {person} from {before} to {after}",
    "name": "{who} gave {person} another name",
    "left": "{who} deactivated {person}",
    "returned": "{who} reactivated {person}",
}
INVITATIONS = {
    "invited": "{who} invited somebody as {role}",
    "sent_again": "{who} sent an invitation again",
    "revoked": "{who} revoked an invitation",
}
SETTINGS = {"alarms": "alarm settings", "review": "review settings", "replies": "rules for answers"}


def event_sentence(entry: Entry, names: Names) -> str:
    """`names`: identity key to display name; who is erased from the roster stays "Somebody"."""
    of_alarms = ALARMS.get(entry.kind)
    if of_alarms is not None:
        return of_alarms(entry, names)
    return SENTENCES[entry.kind](entry.body, names)


def _intake(body: Body, _: Names) -> str:
    return f"Intake recorded {body.get('evidence')} pieces of evidence"


def _proposal(body: Body, _: Names) -> str:
    number = len(body.get("actions", []))
    steps = "1 action" if number == 1 else f"{number} actions"
    return f"Resolution proposed, revision {body.get('revision')}: {body.get('track')}, {steps}"


def _verdict(body: Body, _: Names) -> str:
    verdicts = body.get("verdicts", [])
    rules = list(dict.fromkeys(rule for one in verdicts for rule in one.get("rules", [])))
    outcomes = {one.get("outcome") for one in verdicts}
    said = f"Policy, thresholds version {body.get('thresholds_version')}: "
    if outcomes <= {"permit"}:
        return said + "permitted"
    worst = "needs a person"
    if "deny" in outcomes:
        worst = "denied" if outcomes == {"deny"} else "denied in part"
    return f"{said}{worst} ({', '.join(rules)})"


def _settings(body: Body, names: Names) -> str:
    if body.get("of") == "delegation":
        return _delegation(body, names)
    if body.get("of") == "suppression":
        return _suppression(body, names)
    if body.get("of") == "connection":
        return connection_changed(body, names)
    if body.get("of") == "shop":
        changed = " and ".join(str(one) for one in body.get("changed", []))
        return f"{name_of(body.get('author'), names)} changed the shop’s {changed}"
    what = SETTINGS.get(str(body.get("of")), "thresholds")
    version = f"{what} version {body.get('version')}"
    less = ", which ask for less proof of the sender" if body.get("proof") == "lowered" else ""
    if not body.get("author"):
        return f"{version[0].upper()}{version[1:]} came into force{less}"
    who = name_of(body.get("author"), names)
    return f"{who} put {version} into force{less}"


def _suppression(body: Body, names: Names) -> str:
    addresses = body.get("addresses")
    count = len(addresses) if isinstance(addresses, list) else 0
    way = "put {} on" if body.get("change") == "added" else "took {} off"
    which = way.format(f"{count} address" if count == 1 else f"{count} addresses")
    return f"{name_of(body.get('author'), names)} {which} the suppression list"


def _delegation(body: Body, names: Names) -> str:
    author, giver, receiver = (
        name_of(body.get(role), names) for role in ("author", "giver", "receiver")
    )
    amount = money(body.get("most_minor"), str(body.get("currency")))
    if body.get("change") == "lent":
        return f"{author} lent the limit of {giver}, up to {amount}, to {receiver}"
    return f"{author} took the limit of {giver} back from {receiver}"


def _token(body: Body, names: Names) -> str:
    who = name_of(body.get("author"), names) if body.get("author") else "An operator"
    scopes = ", ".join(str(scope) for scope in body.get("scopes", []))
    return f"{who} {body.get('change')} the API token {body.get('prefix')}… ({scopes})"


def _roster(body: Body, names: Names) -> str:
    who = name_of(body.get("author"), names) if body.get("author") else "An operator"
    person = name_of(body.get("person"), names)
    change = str(body.get("change"))
    words = {"member": MEMBERS, "invitation": INVITATIONS}.get(str(body.get("of")), {}).get(change)
    if words is not None:
        said = {key: body.get(key, "") for key in ("before", "after", "role")}
        return words.format(who=who, person=person, **said)
    step = f", step {body['step']}" if "step" in body else ""
    if change not in ROSTER:
        return f"{who} changed the roster: {person}, {change.replace('_', ' ')}{step}"
    return f"{who} {ROSTER[change]} {person} (roster{step})"


def _write_back(body: Body, _: Names) -> str:
    return "The outcome was written into the shop’s own system"


def _erased(body: Body, _: Names) -> str:
    return "A name was erased: the ledger keeps a hash that nothing opens any more"


def _imported(body: Body, _: Names) -> str:
    row = body.get("imported")
    if isinstance(row, Mapping):
        kind = str(row.get("kind")).replace("_", " ")
        return f"Imported from an older system: alert {row.get('code')}, {kind}"
    return f"{body.get('rows')} rows of an older system’s ledger were imported"


def _export(body: Body, names: Names) -> str:
    who = name_of(body["author"], names) if body.get("author") else "An operator"
    return f"{who} exported {_taken_out(body)}"


def _taken_out(body: Body) -> str:
    """`of` is missing where the ledger was exported by a command."""
    match body.get("of"):
        case "audit":
            rows = body.get("rows")
            return "1 row of the audit page" if rows == 1 else f"{rows} rows of the audit page"
        case "dashboard":
            return f"the numbers of the chart {body.get('chart')}"
        case "receipt":
            return f"the receipt of decision {body.get('decision')}"
    return f"the ledger, {body.get('entries')} entries"


SENTENCES: dict[EventKind, Callable[[Body, Names], str]] = {
    EventKind.INTAKE: _intake,
    EventKind.PROPOSAL: _proposal,
    EventKind.VERDICT: _verdict,
    EventKind.DECISION: decided,
    EventKind.SETTINGS: _settings,
    EventKind.TOKEN: _token,
    EventKind.EXPORT: _export,
    EventKind.EXECUTION: execution,
    EventKind.WRITE_BACK: _write_back,
    EventKind.ROSTER: _roster,
    EventKind.ERASED: _erased,
    EventKind.IMPORTED: _imported,
}
