"""Judged proposals as alarms need them: what each is about, and whether it still waits."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import F, Prefetch

from shopops.agents.facts import Parcel, TransactionMoney
from shopops.alarms.causes import Matter, Step, matters, rings_at_once
from shopops.proposals.models import Action, Proposal
from shopops.proposals.statuses import ReviewStatus

WAITING = (ReviewStatus.PENDING, ReviewStatus.CHANGES_REQUESTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """An order's newest proposal. `matters` is empty when nobody has to look at it any more."""

    order_id: str
    order_number: str
    evidence: bytes
    at_once: bool
    matters: list[Matter]


def proposed(tenant_id: int, proposal_ids: Collection[int]) -> list[Proposed]:
    """In two statements; what a newer revision has replaced is left out."""
    rows = (
        Proposal.objects.of(tenant_id)
        .filter(pk__in=proposal_ids, superseded_by=None)
        .annotate(
            parcels=F("pack__body__parcels"),
            money=F("pack__body__money"),
            pack_digest=F("pack__digest"),
        )
        .prefetch_related(Prefetch("actions", Action.objects.only("cause", "body", "proposal")))
        .order_by("pk")
    )
    return [_proposed(row) for row in rows]


def _proposed(row: Any) -> Proposed:
    return Proposed(
        order_id=row.order_id,
        order_number=row.order_number,
        evidence=bytes(row.pack_digest),
        at_once=rings_at_once(row.track),
        matters=_matters(row) if row.review_status in WAITING else [],
    )


def _matters(row: Any) -> list[Matter]:
    return matters(
        cause=row.cause,
        blocked_reasons=row.blocked_reasons,
        steps=[_step(action) for action in row.actions.all()],
        parcels=msgspec.convert(row.parcels or [], list[Parcel]),
        money=msgspec.convert(row.money or [], list[TransactionMoney]),
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
