"""The few facts at the top of an order's page, and what became of its approved steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.facts import Pack
from shopops.agents.proposal import GOODWILL, ActionKind
from shopops.agents.records import Order
from shopops.proposals.models import Action, Proposal
from shopops.review.detail.tracking import ParcelPicture
from shopops.review.words.actions import goods_of, items, title
from shopops.review.words.times import span
from shopops.review.words.values import money


@dataclass(frozen=True, slots=True)
class Bought:
    quantity: int
    title: str


@dataclass(frozen=True, slots=True)
class Head:
    """`customer`, `email` and `bought` are empty once the order's record is erased."""

    placed_at: datetime | None
    carriers: str
    items: str
    customer: str
    email: str
    bought: list[Bought]
    age: str
    digest: str

    @property
    def short_digest(self) -> str:
        return f"{self.digest[:4]}…{self.digest[-2:]}"


@dataclass(frozen=True, slots=True)
class Approved:
    title: str
    amount: str
    status: str


def head(
    row: Proposal,
    pack: Pack,
    parcels: Sequence[ParcelPicture],
    order: Order | None,
    now: datetime,
) -> Head:
    placed = pack.fields.get("placed_at")
    number = sum(line.quantity for line in pack.lines)
    return Head(
        placed_at=datetime.fromisoformat(str(placed.value)) if placed and placed.value else None,
        carriers=", ".join(dict.fromkeys(one.carrier for one in parcels if one.carrier)),
        items=items(number),
        customer=_name(order),
        email=(order.customer.email or "") if order and order.customer else "",
        bought=[Bought(line.quantity, line.title) for line in order.lines] if order else [],
        age=span(now - row.created_at),
        digest=bytes(row.digest).hex(),
    )


def _name(order: Order | None) -> str:
    """As the list names them."""
    people = (order.customer, order.ship_to) if order else ()
    return next((one.name for one in people if one and one.name), "")


def approved(actions: Sequence[Action]) -> list[Approved]:
    return [
        Approved(
            title=title(action.kind),
            amount=_amount(action),
            status=action.get_execution_status_display(),
        )
        for action in actions
        if action.approved
    ]


def _amount(action: Action) -> str:
    """A mail only talks about money, unless it offers goodwill; a parcel holds goods worth it."""
    only_says = action.kind == ActionKind.DRAFT_EMAIL and action.cause != GOODWILL
    if action.amount_minor is None or only_says:
        return ""
    said = money(action.amount_minor, action.currency)
    return goods_of(said) if action.kind == ActionKind.PROPOSE_RESHIP else said
