"""Which actions of a proposal exclude each other, and what they can cost together.

Actions of one `alternative` group answer the same trouble. Those of one kind belong together (a
payment split over two cards is refunded by two actions); of the kinds at most one may be chosen.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from shopops.agents.proposal import Action, ActionKind


def clashes(actions: Sequence[Action]) -> list[tuple[int, int]]:
    """Pairs of indexes that may not both be approved: same group, different kind."""
    return [
        (one, other)
        for one, other in combinations(range(len(actions)), 2)
        if actions[one].alternative is not None
        and actions[one].alternative == actions[other].alternative
        and actions[one].kind is not actions[other].kind
    ]


def most_at_once(actions: Iterable[Action]) -> dict[str, int]:
    """The most that the actions can cost by currency: a group counts once, at its dearest kind."""
    costs: dict[tuple[str, str], dict[ActionKind, int]] = defaultdict(lambda: defaultdict(int))
    for index, action in enumerate(actions):
        if action.currency is not None:
            group = action.alternative or f"#{index}"
            costs[action.currency, group][action.kind] += action.amount_minor or 0
    totals: dict[str, int] = defaultdict(int)
    for (currency, _), kinds in costs.items():
        totals[currency] += max(kinds.values())
    return dict(totals)
