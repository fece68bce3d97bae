"""How an order comes out of Policy, and in what two answers about it differ. Pure."""

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext

from shopops.agents.proposal import GOODWILL, Action, ActionKind, Proposal, Track
from shopops.orchestrator.replay import Said
from shopops.policy.explain import sentence
from shopops.policy.reasons import Reason
from shopops.policy.verdicts import STRICTNESS, Outcome, RuleResult

MOST_SENTENCES = 3
# What names the version, not what is proposed; and what the verdict says better.
UNCOMPARED = ("evidence_ids", "requires_approval")
TWO_PEOPLE = frozenset({Reason.FOUR_EYES, Reason.SAME_APPROVER})


class Way(StrEnum):
    """Least work first. An order is what the strictest verdict on its actions makes of it."""

    PERMITTED = "permitted"
    APPROVAL = "approval"
    TWO_APPROVALS = "two_approvals"
    DENIED = "denied"
    ESCALATED = "escalated"


class Rule(NamedTuple):
    """One answer that did not permit."""

    action: int
    rule: str
    outcome: str
    reason: str


Money = dict[str, int]  # minor units by currency
Place = tuple[int, str]  # a step's index, and a rule that was asked about it


def way_of(said: Said, *, edited: bool = False) -> Way:
    """`edited`: what a person changed waits for a person, whatever Policy permits."""
    if said.proposal.track is Track.ESCALATE:
        return Way.ESCALATED
    outcome = max((verdict.outcome for verdict in said.verdicts), key=STRICTNESS.index)
    if outcome is Outcome.DENY:
        return Way.DENIED
    if any(rule.reason in TWO_PEOPLE for rule in rules_of(said)):
        return Way.TWO_APPROVALS
    free = outcome is Outcome.PERMIT and said.proposal.can_proceed and not edited
    return Way.PERMITTED if free else Way.APPROVAL


def rules_of(said: Said) -> list[Rule]:
    """Every answer that did not permit, in order."""
    return [
        Rule(verdict.action_index, str(result.rule), str(result.outcome), str(result.reason))
        for verdict in said.verdicts
        for result in verdict.results
        if result.outcome is not Outcome.PERMIT
    ]


def same(one: Said, other: Said) -> bool:
    """Whether both propose the same and every rule that does not permit says the same."""
    return _shape(one.proposal) == _shape(other.proposal) and rules_of(one) == rules_of(other)


def _shape(proposal: Proposal) -> object:
    """What a reviewer would read of it."""
    actions = [msgspec.structs.asdict(action) for action in proposal.actions]
    for action in actions:
        for name in UNCOMPARED:
            del action[name]
    heads = (proposal.track, proposal.cause, proposal.blocked_reasons, proposal.rationale)
    return heads, actions


def stake_of(said: Said) -> tuple[str, int] | None:
    """The largest amount of an action with its currency, as the queue shows it."""
    stakes = [
        (action.currency, action.amount_minor)
        for action in said.proposal.actions
        if action.currency and action.amount_minor is not None
    ]
    return max(stakes, key=lambda stake: stake[1], default=None)


def offered(said: Said) -> dict[str, Money]:
    """What is proposed to give back or away, by kind: refunds, store credit, goodwill.

    Of alternatives each counts, so these are no payments: they are there to be compared.
    """
    found: dict[str, Counter[str]] = {}
    for action in said.proposal.actions:
        name = _offer(action)
        if name and action.currency and action.amount_minor:
            found.setdefault(name, Counter())[action.currency] += action.amount_minor
    return {name: dict(money) for name, money in found.items()}


def _offer(action: Action) -> str:
    if action.kind is ActionKind.PROPOSE_REFUND:
        return "refunds"
    if action.kind is ActionKind.PROPOSE_STORE_CREDIT:
        return "credit"
    return "goodwill" if action.cause == GOODWILL else ""


def rule_ids(before: Said, after: Said) -> list[str]:
    """The rules that answer differently for some step, in order."""
    return sorted({rule for _, rule in _turned(before, after)})


def sentences(before: Said, after: Said) -> list[str]:
    """What the rules that answer differently say now, or said where they no longer apply. Where
    none of them asks for anybody and the order waits all the same, what still asks."""
    turned = _turned(before, after)
    now, then = _said_by(after, turned), _said_by(before, turned)
    gone = [
        gettext("No longer: {words}").format(words=words)
        for place, words in then
        if place not in dict(now)
    ]
    said = list(dict.fromkeys([*(words for _, words in now), *gone]))[:MOST_SENTENCES]
    return [*said, *_still(after, turned)]


def _still(after: Said, turned: set[Place]) -> list[str]:
    asking = _by_place(after).keys()
    if not turned or turned & asking:
        return []
    still = [
        gettext("Still: {words} ({rule})").format(words=words, rule=rule)
        for (_, rule), words in _said_by(after, set(asking))
    ]
    return list(dict.fromkeys(still))[:MOST_SENTENCES]


def _turned(before: Said, after: Said) -> set[Place]:
    old, new = _by_place(before), _by_place(after)
    return {place for place in old.keys() | new.keys() if old.get(place) != new.get(place)}


def _by_place(said: Said) -> dict[Place, set[tuple[str, str]]]:
    found: dict[Place, set[tuple[str, str]]] = {}
    for rule in rules_of(said):
        found.setdefault((rule.action, rule.rule), set()).add((rule.outcome, rule.reason))
    return found


def _said_by(said: Said, turned: set[Place]) -> list[tuple[Place, str]]:
    return [
        (place, sentence(result, said.proposal.actions[verdict.action_index].currency))
        for verdict in said.verdicts
        for result in _strictest_first(verdict.results)
        if (place := (verdict.action_index, str(result.rule))) in turned
    ]


def _strictest_first(results: list[RuleResult]) -> list[RuleResult]:
    return sorted(results, key=lambda result: -STRICTNESS.index(result.outcome))
