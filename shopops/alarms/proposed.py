"""Judged proposals as alarms need them: what each is about, and whether it still waits."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from shopops.agents.facts import Parcel, TransactionMoney
from shopops.alarms.causes import Matter, Step, matters, rings_at_once
from shopops.proposals.models import Action, Proposal
from shopops.proposals.statuses import ReviewStatus

# A proposal that expired undecided still needs somebody.
WAITING = (ReviewStatus.PENDING, ReviewStatus.CHANGES_REQUESTED, ReviewStatus.EXPIRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """An order's newest proposal. `matters` is empty when nobody has to look at it any more."""

    order_id: str
    order_number: str
    evidence: bytes
    at_once: bool
    matters: list[Matter]


def proposed(row: Proposal, actions: Iterable[Action], status: str) -> Proposed:
    """`status`: the review status it has by now. The pack is read with the row."""
    body: dict[str, Any] = row.pack.body
    return Proposed(
        order_id=row.order_id,
        order_number=row.order_number,
        evidence=bytes(row.pack.digest),
        at_once=rings_at_once(row.track),
        matters=_matters(row, body, actions) if status in WAITING else [],
    )


def _matters(row: Proposal, body: dict[str, Any], actions: Iterable[Action]) -> list[Matter]:
    return matters(
        cause=row.cause,
        blocked_reasons=row.blocked_reasons,
        steps=[_step(action) for action in actions],
        parcels=msgspec.convert(body["parcels"], list[Parcel]),
        money=msgspec.convert(body["money"], list[TransactionMoney]),
    )


def _step(action: Action) -> Step:
    body: dict[str, Any] = action.body
    return Step(
        cause=action.cause,
        shipment_ids=tuple(body.get("shipment_ids", ())),
        transaction_id=body.get("transaction_id"),
        amount_minor=body.get("amount_minor"),
        currency=body.get("currency"),
    )
