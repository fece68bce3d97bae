"""What a person, or the clock, did to a proposal, as a sentence of the ledger."""

from collections.abc import Callable, Mapping
from typing import Any

from shopops.review.models import DecisionKind, Outcome
from shopops.review.words.actions import short
from shopops.review.words.people import SOMEBODY, Names, name_of
from shopops.review.words.values import label, money

Body = Mapping[str, Any]
EXPIRED = "expired"
ASIDE = {  # by the code of the refusal that an admin set aside
    "not_assignee": "that somebody else had it",
    "over_limit": "the limit",
    "four_eyes": "the second person",
}


def decided(body: Body, names: Names) -> str:
    """`body` of a `decision` event."""
    decision = str(body.get("decision"))
    if decision == EXPIRED:
        return "Nobody decided in time, so it expired"
    who = name_of(body.get("reviewer"), names)
    together = (body.get("together") or {}).get("orders")
    return f"{SAID.get(decision, _other)(who, body, names)}{with_others(together)}"


def with_others(together: int | None) -> str:
    """`together`: how many orders were confirmed at once. Empty for what was decided alone."""
    if together is None or together < 2:
        return ""
    return f", together with {together - 1} other order{'s' if together > 2 else ''}"


def _approved(who: str, body: Body, names: Names) -> str:
    pays = body.get("pays") or {}
    chosen = [_step(str(kind), pays.get(kind) or {}) for kind in body.get("kinds", [])]
    needed = body.get("approvals_needed") or 1
    of_two = f" ({body.get('approvals_given')} of {needed})" if needed > 1 else ""
    giver = body.get("delegated_by")
    lent = f", standing in for {_within(giver, names)}" if giver else ""
    aside = [ASIDE.get(str(code), str(code)) for code in body.get("bypassed", [])]
    set_aside = f", setting aside {' and '.join(aside)}" if aside else ""
    return f"{who} approved {', '.join(dict.fromkeys(chosen)) or 'it'}{of_two}{lent}{set_aside}"


def _step(kind: str, pays: Mapping[str, int]) -> str:
    """Such as: refund 69.00 USD. Rows of before there was an amount in them have none."""
    amounts = [money(minor, currency) for currency, minor in sorted(pays.items())]
    return " ".join([short(kind), " and ".join(amounts)]).strip()


def _within(key: object, names: Names) -> str:
    name = name_of(key, names)
    return name.lower() if name == SOMEBODY else name


def _rejected(who: str, body: Body, _: Names) -> str:
    preset = body.get("preset")
    return f"{who} rejected it: {preset}" if preset else f"{who} rejected it"


def _handled(who: str, body: Body, _: Names) -> str:
    outcome = str(body.get("outcome"))
    words = Outcome(outcome).label if outcome in Outcome.values else outcome
    return f"{who} handled it outside: {words.lower()}"


def _edited(who: str, body: Body, _: Names) -> str:
    edit = body.get("edit") or {}
    return f"{who} changed the proposal: revision {edit.get('revision')}"


def _supplied(who: str, body: Body, _: Names) -> str:
    return f"{who} supplied what was missing: {label(str(body.get('fact'))).lower()}"


def _other(who: str, body: Body, _: Names) -> str:
    return f"{who} decided: {body.get('decision')}"


SAID: dict[str, Callable[[str, Body, Names], str]] = {
    DecisionKind.APPROVE: _approved,
    DecisionKind.REJECT: _rejected,
    DecisionKind.HANDLED_OUTSIDE: _handled,
    DecisionKind.EDIT: _edited,
    DecisionKind.RESPOND: lambda who, _body, _names: f"{who} asked for information",
    DecisionKind.TAKE_BACK: lambda who, _body, _names: f"{who} took the question back",
    DecisionKind.SUPPLY_FACT: _supplied,
    DecisionKind.UNDO: lambda who, _body, _names: f"{who} took the decision back",
    DecisionKind.PROPOSE_AGAIN: lambda who, _body, _names: f"{who} had it proposed again",
}
