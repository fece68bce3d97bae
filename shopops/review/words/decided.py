"""What a person, or the clock, did to a proposal, as a sentence of the ledger."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.review.models import DecisionKind, Outcome
from shopops.review.words.actions import short
from shopops.review.words.labels import small
from shopops.review.words.people import SOMEBODY, WITHIN, Names, name_of
from shopops.review.words.values import label_within, money

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
        return gettext("Nobody decided in time, so it expired")
    who = name_of(body.get("reviewer"), names)
    together = (body.get("together") or {}).get("orders")
    return f"{SAID.get(decision, _other)(who, body, names)}{with_others(together)}"


def with_others(together: int | None) -> str:
    """`together`: how many orders were confirmed at once. Empty for what was decided alone."""
    if together is None or together < 2:
        return ""
    said = ngettext(
        "together with {number} other order", "together with {number} other orders", together - 1
    )
    return ", " + said.format(number=together - 1)


def _approved(who: str, body: Body, names: Names) -> str:
    pays = body.get("pays") or {}
    chosen = [_step(str(kind), pays.get(kind) or {}) for kind in body.get("kinds", [])]
    needed = body.get("approvals_needed") or 1
    what = ", ".join(dict.fromkeys(chosen)) or gettext("it")
    if needed > 1:
        given = gettext("{given} of {needed}")
        what = f"{what} ({given.format(given=body.get('approvals_given'), needed=needed)})"
    said = gettext("{who} approved {what}").format(who=who, what=what)
    return ", ".join([said, *_on_whose_word(body, names)])


def _on_whose_word(body: Body, names: Names) -> Iterator[str]:
    giver = body.get("delegated_by")
    if giver:
        yield gettext("standing in for {name}").format(name=_within(giver, names))
    aside = [gettext(ASIDE.get(str(code), str(code))) for code in body.get("bypassed", [])]
    if aside:
        yield gettext("setting aside {what}").format(what=gettext(" and ").join(aside))


def _step(kind: str, pays: Mapping[str, int]) -> str:
    """Such as: refund 69.00 USD. Rows of before there was an amount in them have none."""
    amounts = [money(minor, currency) for currency, minor in sorted(pays.items())]
    return " ".join([short(kind), gettext(" and ").join(amounts)]).strip()


def _within(key: object, names: Names) -> str:
    name = name_of(key, names)
    return gettext(WITHIN) if name == gettext(SOMEBODY) else name


def _rejected(who: str, body: Body, _: Names) -> str:
    preset = body.get("preset")
    said = gettext("{who} rejected it").format(who=who)
    return f"{said}: {gettext(preset)}" if preset else said


def _handled(who: str, body: Body, _: Names) -> str:
    outcome = str(body.get("outcome"))
    words = Outcome(outcome).label if outcome in Outcome.values else outcome
    said = gettext("{who} handled it outside: {outcome}")
    return said.format(who=who, outcome=small(words))


def _edited(who: str, body: Body, _: Names) -> str:
    edit = body.get("edit") or {}
    said = gettext("{who} changed the proposal: revision {revision}")
    return said.format(who=who, revision=edit.get("revision"))


def _supplied(who: str, body: Body, _: Names) -> str:
    said = gettext("{who} supplied what was missing: {fact}")
    return said.format(who=who, fact=label_within(str(body.get("fact"))))


def _other(who: str, body: Body, _: Names) -> str:
    return gettext("{who} decided: {decision}").format(who=who, decision=body.get("decision"))


def _only(said: str) -> Callable[[str, Body, Names], str]:
    """Says who, and nothing else."""
    return lambda who, _body, _names: gettext(said).format(who=who)


SAID: dict[str, Callable[[str, Body, Names], str]] = {
    DecisionKind.APPROVE: _approved,
    DecisionKind.REJECT: _rejected,
    DecisionKind.HANDLED_OUTSIDE: _handled,
    DecisionKind.EDIT: _edited,
    DecisionKind.RESPOND: _only(gettext_noop("{who} asked for information")),
    DecisionKind.TAKE_BACK: _only(gettext_noop("{who} took the question back")),
    DecisionKind.SUPPLY_FACT: _supplied,
    DecisionKind.UNDO: _only(gettext_noop("{who} took the decision back")),
    DecisionKind.PROPOSE_AGAIN: _only(gettext_noop("{who} had it proposed again")),
}
