"""The ledger's rows about one order as sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shopops.ledger import Entry, EventKind
from shopops.review.models import Outcome
from shopops.review.words.actions import short


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime  # when it happened; the ledger's own clock may be later
    sentence: str
    seq: int | None  # None until it is committed
    kind: str


def reviewers(entries: Iterable[Entry]) -> set[str]:
    """The identity keys of the people in these rows."""
    return {str(entry.body["reviewer"]) for entry in entries if entry.body.get("reviewer")}


def timeline(entries: Iterable[Entry], names: Mapping[str, str]) -> list[Line]:
    """`names`: identity key to display name; who is erased from the roster stays "Somebody"."""
    return [
        Line(
            entry.occurred_at,
            _sentence(entry.kind, entry.body, names),
            entry.seq,
            str(entry.kind),
        )
        for entry in entries
    ]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A line of the shop's ledger, with what proves its place."""

    line: Line
    recorded_at: datetime
    order: str
    actor: str
    leaf: str


def ledger_rows(entries: Sequence[Entry], names: Mapping[str, str]) -> list[LedgerRow]:
    return [
        LedgerRow(
            line=line,
            recorded_at=entry.recorded_at,
            order=str(entry.body.get("order") or ""),
            actor=str(entry.actor),
            leaf=bytes(entry.leaf_hash).hex() if entry.leaf_hash else "",
        )
        for entry, line in zip(entries, timeline(entries, names), strict=True)
    ]


def _sentence(kind: EventKind, body: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if kind is EventKind.INTAKE:
        return f"Intake recorded {body.get('evidence')} pieces of evidence"
    if kind is EventKind.PROPOSAL:
        number = len(body.get("actions", []))
        steps = "1 action" if number == 1 else f"{number} actions"
        return f"Resolution proposed, revision {body.get('revision')}: {body.get('track')}, {steps}"
    if kind is EventKind.VERDICT:
        return _verdict(body)
    if kind is EventKind.DECISION:
        return _decision(body, names)
    if kind is EventKind.SETTINGS:
        return f"Thresholds version {body.get('version')} came into force"
    return str(kind).replace("_", " ").capitalize()


def _verdict(body: Mapping[str, Any]) -> str:
    verdicts = body.get("verdicts", [])
    rules = list(dict.fromkeys(rule for one in verdicts for rule in one.get("rules", [])))
    outcomes = {one.get("outcome") for one in verdicts}
    said = f"Policy, thresholds version {body.get('thresholds_version')}: "
    if outcomes <= {"permit"}:
        return said + "permitted"
    worst = "denied in part" if "deny" in outcomes else "needs a person"
    return f"{said}{worst} ({', '.join(rules)})"


def _decision(body: Mapping[str, Any], names: Mapping[str, str]) -> str:
    who = names.get(str(body.get("reviewer")), "Somebody")
    decision = body.get("decision")
    if decision == "reject":
        return f"{who} rejected it"
    if decision == "handled_outside":
        outcome = str(body.get("outcome"))
        words = Outcome(outcome).label if outcome in Outcome.values else outcome
        return f"{who} handled it outside: {words.lower()}"
    chosen = [short(kind) for kind in body.get("kinds", [])]
    first = " (1 of 2)" if body.get("final") is False else ""
    return f"{who} approved {', '.join(dict.fromkeys(chosen)) or 'it'}{first}"
