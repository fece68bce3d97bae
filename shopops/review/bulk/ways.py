"""Which alternatives can be preferred for the orders of a run."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shopops.proposals.models import Action
from shopops.review.models import BulkItem
from shopops.review.words.actions import title


@dataclass(frozen=True, slots=True)
class Way:
    """An alternative that can be preferred, and for how many of the orders."""

    kind: str
    words: str
    number: int
    pressed: bool  # it is what is chosen, wherever anything of a choice is


def ways_of(items: Iterable[BulkItem], actions: Mapping[int, Sequence[Action]]) -> list[Way]:
    number, chosen = Counter[str](), set[str]()
    for item in items:
        kinds = _alternatives(actions[item.proposal_id])
        number.update(kinds)
        chosen |= {
            one.kind
            for one in actions[item.proposal_id]
            if one.kind in kinds and one.index in item.action_indexes
        }
    return [
        Way(kind, title(kind), count, pressed=chosen == {kind})
        for kind, count in sorted(number.items())
    ]


def _alternatives(actions: Iterable[Action]) -> set[str]:
    """The kinds that exclude each other."""
    groups: dict[str, set[str]] = defaultdict(set)
    for one in actions:
        if one.alternative:
            groups[one.alternative].add(one.kind)
    return {kind for kinds in groups.values() if len(kinds) > 1 for kind in kinds}
