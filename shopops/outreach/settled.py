"""What a mail says once somebody chose: an offer becomes what happens, or is not said. Pure.

An offer is only true while the shop has not decided. Beside a remedy that was chosen the mail says
that one, and nothing of those that were not. Where none was chosen of two that exclude each other,
the mail asks its reader which it should be.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from shopops.agents.facts import TransactionMoney
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.codes import Outline
from shopops.agents.resolution.offers import OFFERS

REMEDIES = frozenset(
    {ActionKind.PROPOSE_RESHIP, ActionKind.PROPOSE_REFUND, ActionKind.PROPOSE_STORE_CREDIT}
)


class Settled(StrEnum):
    """Points of a mail that stand beside those of `Outline`. `ONCE_CONFIRMED` follows the request
    to confirm an address; `PART` speaks of less than all that could be meant."""

    RESHIPPED = "settled_reshipped"
    RESHIPPED_PART = "settled_reshipped_part"
    ONCE_CONFIRMED = "settled_reshipped_once_confirmed"
    ONCE_CONFIRMED_PART = "settled_reshipped_part_once_confirmed"
    REFUNDED = "settled_refunded"
    REFUNDED_PART = "settled_refunded_part"
    CREDITED = "settled_credited"


class Choice(Struct, frozen=True, kw_only=True):
    """`offered`: the actions of the proposal; `indexes`: those of them that are chosen."""

    offered: Sequence[Action]
    indexes: Collection[int]

    @property
    def actions(self) -> list[Action]:
        return [one for index, one in enumerate(self.offered) if index in self.indexes]

    @property
    def asks(self) -> bool:
        """No remedy was chosen, so the customer may be asked for one."""
        return not REMEDIES & {one.kind for one in self.actions}

    @property
    def spoken_of(self) -> Sequence[Action]:
        """Whose money the mail may state."""
        return self.offered if self.asks else self.actions

    def of(self, kind: ActionKind) -> list[Action]:
        return [one for one in self.actions if one.kind is kind]


def settled(
    outline: Sequence[str], choice: Choice, payments: Sequence[TransactionMoney]
) -> list[str]:
    """The outline, with what the choice makes of its offers."""
    kinds = {one.kind for one in choice.actions}
    confirms = Outline.CONFIRM_ADDRESS in outline
    found: list[str] = []
    for point in outline:
        if point == Outline.CONFIRM_ADDRESS:
            found += [point] if _asks_for_address(kinds) else []
        elif point == Outline.RESHIP_OR_REFUND and choice.asks:
            found.append(point)
        elif point in OFFERS:
            found += _became(OFFERS[point] & kinds, choice, payments, confirms=confirms)
        else:
            found.append(point)
    return list(dict.fromkeys(found))


def _asks_for_address(kinds: Collection[ActionKind]) -> bool:
    """Where money is given instead, nothing is sent that an address would be needed for."""
    instead = {ActionKind.PROPOSE_REFUND, ActionKind.PROPOSE_STORE_CREDIT}
    return ActionKind.PROPOSE_RESHIP in kinds or not instead & set(kinds)


def _became(
    kinds: Collection[ActionKind],
    choice: Choice,
    payments: Sequence[TransactionMoney],
    *,
    confirms: bool,
) -> Iterator[str]:
    if ActionKind.PROPOSE_RESHIP in kinds:
        yield _reshipped(choice, confirms=confirms)
    if ActionKind.PROPOSE_REFUND in kinds:
        yield _refunded(choice.of(ActionKind.PROPOSE_REFUND), payments)
    if ActionKind.PROPOSE_STORE_CREDIT in kinds:
        yield Settled.CREDITED.value


def _reshipped(choice: Choice, *, confirms: bool) -> str:
    parcels = {one.alternative for one in choice.offered if one.alternative}
    chosen = {one.alternative for one in choice.of(ActionKind.PROPOSE_RESHIP)}
    part = bool(parcels - chosen)
    if confirms:
        return (Settled.ONCE_CONFIRMED_PART if part else Settled.ONCE_CONFIRMED).value
    return (Settled.RESHIPPED_PART if part else Settled.RESHIPPED).value


def _refunded(refunds: Sequence[Action], payments: Sequence[TransactionMoney]) -> str:
    """The rest, if it is all that is left of what was paid, and part of it otherwise."""
    left = {one.id: one.remaining for one in payments if one.remaining}
    back: dict[str, int] = {}
    for one in refunds:
        name = one.transaction_id or ""
        back[name] = back.get(name, 0) + (one.amount_minor or 0)
    if back != left:
        return Settled.REFUNDED_PART.value
    moved = any(one.refunded or one.reserved for one in payments)
    return (Outline.REFUND_OF_REMAINDER if moved else Settled.REFUNDED).value
