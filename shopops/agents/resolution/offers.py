"""Which remedies a message offers: from what is proposed to its outline, and back."""

from collections.abc import Collection, Iterable

from shopops.agents.proposal import ActionKind
from shopops.agents.resolution.codes import Outline

OFFERS: dict[str, frozenset[ActionKind]] = {
    Outline.RESHIP_OR_REFUND: frozenset({ActionKind.PROPOSE_RESHIP, ActionKind.PROPOSE_REFUND}),
    Outline.RESHIP: frozenset({ActionKind.PROPOSE_RESHIP}),
    Outline.REFUND: frozenset({ActionKind.PROPOSE_REFUND}),
    Outline.REFUND_OF_REMAINDER: frozenset({ActionKind.PROPOSE_REFUND}),
    Outline.CREDIT: frozenset({ActionKind.PROPOSE_STORE_CREDIT}),
}


def options(proposed: Collection[ActionKind]) -> list[Outline]:
    """What a message says about the remedies that are proposed beside it."""
    choice = {
        (True, True): [Outline.RESHIP_OR_REFUND],
        (True, False): [Outline.RESHIP],
        (False, True): [Outline.REFUND],
        (False, False): [],
    }[ActionKind.PROPOSE_RESHIP in proposed, ActionKind.PROPOSE_REFUND in proposed]
    credit = [Outline.CREDIT] if ActionKind.PROPOSE_STORE_CREDIT in proposed else []
    return [*choice, *credit]


def offered(outline: Iterable[str]) -> frozenset[ActionKind]:
    """The kinds of remedy that a message with this outline offers."""
    return frozenset().union(*(OFFERS.get(point, frozenset()) for point in outline))
