"""The exception track, cause by cause: the message first, then what it offers."""

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.codes import Cause, Outline
from shopops.agents.resolution.offers import options
from shopops.agents.resolution.outreach import message
from shopops.agents.resolution.plan import Plan
from shopops.agents.resolution.rationale import of_cause, of_refunds, of_stakes
from shopops.agents.resolution.reading import (
    cite,
    claimed_missing,
    field,
    is_true,
    lacks_address,
    nothing_left,
    of_kind,
    of_money,
    of_parcels,
    order_total,
    troubled,
)
from shopops.agents.resolution.refunds import Asked, asked_for, is_cut, remainders, share_out
from shopops.agents.resolution.remedies import refund, remedies
from shopops.agents.resolution.stakes import stake_of
from shopops.agents.thresholds import Thresholds


def exception_plan(pack: Pack, thresholds: Thresholds, cause: str) -> Plan:
    if cause == Cause.CANCELLED_NOT_RETURNED:
        return _refund_remainder(pack, thresholds)
    if cause == Cause.CLAIMED_MISSING:
        return Plan([_look_into_claim(pack, thresholds)])
    return _help_with_parcels(pack, thresholds, cause)


def _refund_remainder(pack: Pack, thresholds: Thresholds) -> Plan:
    """The order is off, so there is nothing to send again."""
    asked = [remainders(pack.money)]
    shared = share_out(asked, pack.money, thresholds.exception_refund_cents)
    cause = Cause.CANCELLED_NOT_RETURNED.value
    refunds = [
        refund(pack, thresholds, share, cause=cause) for shares in shared for share in shares
    ]
    settled = Outline.REFUND_OF_REMAINDER if refunds else Outline.REFUND_PENDING
    mail = message(
        pack,
        thresholds,
        cause=cause,
        outline=[Outline.CANCELLED, settled],
        evidence_ids=cite(pack, thresholds, ("order_state",), of_money(pack)),
        at_stake=_in_one_currency(asked[0], order_total(pack)[1]),
    )
    why = of_refunds(refunds, cut=is_cut(asked, pack.money, shared))
    return Plan([mail, *refunds], list(why))


def _in_one_currency(asked: Asked, currency: str) -> tuple[int, str] | None:
    """The amount in the order's currency, else in the first one there is."""
    if currency in asked:
        return asked[currency], currency
    return next(((minor, other) for other, minor in asked.items()), None)


def _look_into_claim(pack: Pack, thresholds: Thresholds) -> Action:
    """A scan says delivered, the customer says not: no refund without a person's look."""
    claimed = claimed_missing(pack)
    shown = [*of_kind(pack, "claim:"), *of_parcels(claimed)]
    return Action(
        kind=ActionKind.AWAIT_HUMAN,
        cause=Cause.CLAIMED_MISSING.value,
        shipment_ids=[parcel.id for parcel in claimed],
        evidence_ids=cite(pack, thresholds, ("claimed_missing", "order_total"), shown),
        requires_approval=True,
    )


def _help_with_parcels(pack: Pack, thresholds: Thresholds, cause: str) -> Plan:
    stakes = [stake_of(pack, parcel) for parcel in troubled(pack, thresholds)]
    asked = [asked_for(pack, stake) for stake in stakes]
    shared = share_out(asked, pack.money, thresholds.exception_refund_cents)
    offered = [
        action
        for stake, shares in zip(stakes, shared, strict=True)
        for action in remedies(pack, thresholds, stake, shares)
    ]
    at_stake = sum(stake.minor or 0 for stake in stakes)
    mail = message(
        pack,
        thresholds,
        cause=cause,
        outline=_outline(pack, cause, {action.kind for action in offered}),
        evidence_ids=[
            *of_parcels(stake.parcel for stake in stakes),
            *(field(pack, "ship_to_complete").evidence_ids if lacks_address(pack) else ()),
        ],
        at_stake=(at_stake, order_total(pack)[1]) if at_stake else None,
        always_approve=any(stake.minor is None for stake in stakes),
    )
    cut = is_cut(asked, pack.money, shared)
    return Plan(
        [mail, *offered],
        [*of_cause(pack, cause), *of_stakes(pack, stakes), *of_refunds(offered, cut=cut)],
    )


def _outline(pack: Pack, cause: str, proposed: set[ActionKind]) -> list[str]:
    points = [f"{cause}{Outline.APOLOGY}"]
    if cause == Cause.RETURN_TO_SENDER or lacks_address(pack):
        points.append(Outline.CONFIRM_ADDRESS)
    if is_true(pack, "digital_only"):
        points.append(Outline.RESEND_ACCESS)
    points.extend(options(proposed))
    if nothing_left(pack):
        points.append(Outline.REFUND_PENDING)
    return points
