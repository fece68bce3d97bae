"""An effect as a line of the list."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from msgspec import Struct

from shopops.connectors.ports import DRAFT, EffectKind
from shopops.execution.pages.words import Standing, kind_words, standing, what_words
from shopops.outbox.models import Effect
from shopops.tenants.amounts import amount_in


class Row(Struct, frozen=True, kw_only=True):
    """`what`: the step in words. `shop`: where it is carried out; empty where no shop is connected.
    `proposal_id`: whose step it is. `by_us`: nobody chose it, it comes with the others.
    `remote_id`: its id there."""

    id: int
    order: str
    kind: str
    what: str
    amount: str
    shop: str
    standing: Standing
    proposal_id: int | None
    by_us: bool = False
    remote_id: str = ""

    @property
    def version(self) -> str:
        """Another one whenever the row says something else."""
        said = self.standing
        parts = (said.kind, said.tag, said.said, said.coming, self.shop)
        return sha256("\x00".join(parts).encode()).hexdigest()[:16]


def rows_of(effects: Iterable[Effect], now: datetime) -> list[Row]:
    return [row_of(one, now) for one in effects]


def row_of(effect: Effect, now: datetime) -> Row:
    """With what belongs to it read already."""
    amount = ""
    if effect.amount_minor is not None:
        amount = amount_in(effect.amount_minor, effect.currency)
    return Row(
        id=effect.pk,
        order=effect.order_number or effect.order_id,
        kind=kind_words(effect.kind),
        what=what_words(effect),
        amount=amount,
        shop=effect.connection.title if effect.connection else "",
        standing=standing(effect, now=now),
        proposal_id=effect.proposal_id,
        by_us=effect.kind == EffectKind.NOTE,
        remote_id=effect.remote_id.removeprefix(DRAFT),
    )
