"""Each row of the ledger as a sentence."""

from collections.abc import Callable, Mapping
from typing import Any

from shopops.ledger import EventKind
from shopops.review.models import Outcome
from shopops.review.words.actions import short

Body = Mapping[str, Any]
Names = Mapping[str, str]

ALARMS = {
    EventKind.OBSERVED: "Alarm opened: this waits for a person",
    EventKind.RAISED: "Alarm rung",
    EventKind.UNDELIVERED: "Alarm mail not delivered",
    EventKind.ACKNOWLEDGED: "Alarm acknowledged",
    EventKind.UNACKNOWLEDGED: "Acknowledgment taken back",
    EventKind.HANDED_OFF: "Alarm handed on",
    EventKind.RESOLVED: "Alarm closed: resolved",
    EventKind.WITHDRAWN: "Alarm closed: nobody waits for an answer any more",
}


def event_sentence(kind: EventKind, body: Body, names: Names) -> str:
    """`names`: identity key to display name; who is erased from the roster stays "Somebody"."""
    said = SENTENCES.get(kind)
    if said is not None:
        return said(body, names)
    return ALARMS.get(kind) or str(kind).replace("_", " ").capitalize()


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
    what = "alarm settings" if body.get("of") == "alarms" else "thresholds"
    version = f"{what} version {body.get('version')}"
    if not body.get("author"):
        return f"{version[0].upper()}{version[1:]} came into force"
    who = names.get(str(body.get("author")), "Somebody")
    return f"{who} put {version} into force"


def _token(body: Body, names: Names) -> str:
    who = names.get(str(body.get("author")), "Somebody") if body.get("author") else "An operator"
    scopes = ", ".join(str(scope) for scope in body.get("scopes", []))
    return f"{who} {body.get('change')} the API token {body.get('prefix')}… ({scopes})"


def _decision(body: Body, names: Names) -> str:
    who = names.get(str(body.get("reviewer")), "Somebody")
    decision = body.get("decision")
    if decision == "reject":
        return f"{who} rejected it"
    if decision == "handled_outside":
        outcome = str(body.get("outcome"))
        words = Outcome(outcome).label if outcome in Outcome.values else outcome
        return f"{who} handled it outside: {words.lower()}"
    chosen = [short(kind) for kind in body.get("kinds", [])]
    return f"{who} approved {', '.join(dict.fromkeys(chosen)) or 'it'}{_of_two(body)}"


def _of_two(body: Body) -> str:
    needed = body.get("approvals_needed") or 1
    return f" ({body.get('approvals_given')} of {needed})" if needed > 1 else ""


def _export(body: Body, _: Names) -> str:
    return f"The ledger was exported: {body.get('entries')} entries"


SENTENCES: dict[EventKind, Callable[[Body, Names], str]] = {
    EventKind.INTAKE: _intake,
    EventKind.PROPOSAL: _proposal,
    EventKind.VERDICT: _verdict,
    EventKind.DECISION: _decision,
    EventKind.SETTINGS: _settings,
    EventKind.TOKEN: _token,
    EventKind.EXPORT: _export,
}
