"""The rows of a list, in the words that it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from django.db.models import Exists, F, Model, OuterRef, QuerySet, Subquery

from shopops.agents.facts import Parcel
from shopops.agents.supplied import CameBack
from shopops.connectors.models import SuppliedFact
from shopops.policy.rules import RuleId
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.ages import Age, age_of, over_age
from shopops.review.claims import holds
from shopops.review.config import ReviewConfig
from shopops.review.counted import standing_ones
from shopops.review.expiry import over_since
from shopops.review.models import Claim, Decision, DecisionKind
from shopops.review.row_steps import forbidden, proposed
from shopops.review.statuses import UNSETTLED
from shopops.review.words.headlines import headline
from shopops.review.words.values import money

Listed = TypeVar("Listed", bound=Model)


@dataclass(frozen=True, slots=True)
class Row:
    """`steps`: what is proposed, in a few words. `forbidden`: policy forbids all of it.
    `currency` is empty where no amount is at stake. `over`: by the clock, so it is decided no
    more, whether that is marked yet or not. `holder`: who works on it, by name;
    `held_by`: by id, because two may have one name."""

    id: int
    number: str
    headline: str
    customer: str
    steps: str
    forbidden: bool
    amount: str
    currency: str
    track: str
    four_eyes: bool
    half_approved: bool
    over: bool
    status: str
    status_label: str
    age: Age
    holder: str
    held_by: int | None
    answered: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A proposal with what its row says beside it."""

    proposal: Proposal
    parcels: Sequence[Any] | None
    half: bool
    undone_at: datetime | None  # when the last decision on it was taken back
    holder: str | None
    held_by: int | None
    answered: bool  # the customer wrote, or chose by a link
    steps: Sequence[str]
    customer: str | None


def with_details(
    found: QuerySet[Listed], tenant_id: int, now: datetime, *, proposal: str = ""
) -> QuerySet[Listed, Any]:
    """In the same statement. `proposal`: the way to it, such as "proposal__"."""
    approved_once = Decision.objects.filter(
        standing_ones(),
        proposal=OuterRef(f"{proposal}pk"),
        round=OuterRef(f"{proposal}round"),
        kind=DecisionKind.APPROVE,
        final=False,
    )
    undone = Decision.objects.filter(proposal=OuterRef(f"{proposal}pk"), kind=DecisionKind.UNDO)
    held = Claim.objects.of(tenant_id).filter(holds(now), order_id=OuterRef(f"{proposal}order_id"))
    said = SuppliedFact.objects.of(tenant_id).filter(
        order_id=OuterRef(f"{proposal}order_id"), name__in=(CameBack.CHOICE, CameBack.REPLY)
    )
    listed: QuerySet[Listed, Any] = found.annotate(
        answered=Exists(said),
        parcels=F(f"{proposal}pack__body__parcels"),
        half=Exists(approved_once),
        undone_at=Subquery(undone.order_by("-id").values("decided_at")[:1]),
        holder=Subquery(held.values("holder__display_name")[:1]),
        held_by=Subquery(held.values("holder")[:1]),
    ).defer(f"{proposal}rationale", f"{proposal}digest")
    return listed


def found_of(proposal: Proposal, listed: Any) -> Found:
    """`listed`: what was read `with_details` and `with_steps`."""
    return Found(
        proposal=proposal,
        parcels=listed.parcels,
        half=listed.half,
        undone_at=listed.undone_at,
        holder=listed.holder,
        held_by=listed.held_by,
        answered=listed.answered,
        steps=listed.steps,
        customer=listed.customer,
    )


def row_of(found: Found, now: datetime, config: ReviewConfig) -> Row:
    proposal = found.proposal
    over = over_since(proposal, found.undone_at, config.expire_hours, now)
    parcels = msgspec.convert(found.parcels or [], list[Parcel])
    waits = proposal.review_status in UNSETTLED and proposal.waiting_since is not None
    return Row(
        id=proposal.pk,
        number=proposal.order_number,
        headline=headline(proposal.cause, proposal.blocked_reasons, parcels, now),
        customer=found.customer or "",
        steps=proposed(found.steps),
        forbidden=proposal.review_status == ReviewStatus.PENDING
        and forbidden(proposal, found.steps),
        amount=money(proposal.amount_minor, proposal.currency),
        currency=proposal.currency,
        track=proposal.track,
        four_eyes=RuleId.APR_3 in proposal.rule_ids,
        half_approved=found.half and proposal.review_status == ReviewStatus.PENDING,
        over=over is not None,
        status=proposal.review_status,
        status_label=str(ReviewStatus(proposal.review_status).label),
        age=age_of(proposal, now, config) if over is None else over_age(over),
        holder=(found.holder or "") if waits else "",
        held_by=found.held_by if waits else None,
        answered=found.answered and waits,
    )
