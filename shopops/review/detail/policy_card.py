"""What the rules said: strictest first, equal answers once."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from shopops.agents.proposal import Action
from shopops.policy.reasons import Reason
from shopops.policy.verdicts import STRICTNESS, Outcome, RuleResult, Verdict
from shopops.review.words.actions import title
from shopops.review.words.policy import because
from shopops.review.words.rules import rule_words

OUTCOMES = {
    Outcome.PERMIT: "permitted",
    Outcome.NEEDS_APPROVAL: "needs approval",
    Outcome.DENY: "denied",
}
HANDS_OVER = frozenset({Reason.PERSON_DECIDES, Reason.ESCALATED})
COMPARED = (("amount", "cap"), ("total", "cap"), ("asked", "remaining"), ("hours", "limit_hours"))
BAR = 100


@dataclass(frozen=True, slots=True)
class Bar:
    """How far a number goes into its limit, of 100; `over` is what is above."""

    within: int
    over: int


@dataclass(frozen=True, slots=True)
class Line:
    rule: str
    about: str
    sentence: str
    outcome: str
    outcome_words: str
    of: str  # which actions, when not all of them
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class PolicyCard:
    version: int | None  # None: not judged yet
    lines: list[Line]  # a person is needed, or it is forbidden
    permitted: list[Line]


def policy_card(actions: Sequence[Action], verdicts: Sequence[Verdict]) -> PolicyCard:
    merged: dict[tuple[str, str], list[tuple[int, RuleResult]]] = defaultdict(list)
    for verdict in verdicts:
        for result in verdict.results:
            words = because(result, actions[verdict.action_index].currency)
            merged[str(result.rule), words].append((verdict.action_index, result))
    lines = [
        _line(words, found, actions)
        for (_, words), found in sorted(merged.items(), key=lambda item: _order(item[1]))
    ]
    version = verdicts[0].thresholds_version if verdicts else None
    return PolicyCard(
        version,
        [line for line in lines if line.outcome != Outcome.PERMIT],
        [line for line in lines if line.outcome == Outcome.PERMIT],
    )


def _order(found: list[tuple[int, RuleResult]]) -> tuple[int, str]:
    result = found[0][1]
    return -STRICTNESS.index(result.outcome), str(result.rule)


def _line(words: str, found: list[tuple[int, RuleResult]], actions: Sequence[Action]) -> Line:
    result = found[0][1]
    names = dict.fromkeys(title(actions[index].kind) for index, _ in found)
    return Line(
        rule=str(result.rule),
        about=rule_words(result.rule),
        sentence=words,
        outcome=str(result.outcome),
        outcome_words=_outcome(result),
        of="" if len(found) == len(actions) else ", ".join(names),
        bar=_bar(result),
    )


def outcome_words(outcome: Outcome) -> str:
    return _(OUTCOMES[outcome])


def _outcome(result: RuleResult) -> str:
    return _("needs a person") if result.reason in HANDS_OVER else outcome_words(result.outcome)


def _bar(result: RuleResult) -> Bar | None:
    """Only where a number is above its limit: then the eye helps."""
    for name, limit_name in COMPARED:
        number, limit = result.numbers.get(name), result.numbers.get(limit_name)
        if isinstance(number, int) and isinstance(limit, int) and number > limit > 0:
            within = max(1, BAR * limit // number)
            return Bar(within, BAR - within)
    return None
