"""What a parcel in trouble can be answered with: send again, refund or credit; or a person."""

from collections.abc import Iterator

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.approval import above_cap
from shopops.agents.resolution.credit import store_credit
from shopops.agents.resolution.reading import (
    can_be_sent,
    cite,
    lacks_address,
    of_kind,
    of_parcels,
    order_total,
)
from shopops.agents.resolution.refunds import Share
from shopops.agents.resolution.stakes import Stake
from shopops.agents.thresholds import Thresholds


def remedies(
    pack: Pack, thresholds: Thresholds, stake: Stake, shares: list[Share]
) -> Iterator[Action]:
    """The alternatives for one parcel: send again first, then refund, then store credit.

    Without a known address sending again is none: nobody may approve it, so nobody may offer it.
    """
    if stake.minor is None:
        yield _open_question(pack, thresholds, stake)
        return
    if can_be_sent(pack) and not lacks_address(pack):
        yield _reship(pack, thresholds, stake, stake.minor)
    for share in shares:
        yield refund(pack, thresholds, share, cause=stake.cause, stake=stake)
    yield from store_credit(pack, thresholds, stake, shares)


def _open_question(pack: Pack, thresholds: Thresholds, stake: Stake) -> Action:
    """Nobody says what is in this parcel, so neither its worth nor its lines can be proposed."""
    return Action(
        kind=ActionKind.AWAIT_HUMAN,
        cause=stake.cause,
        shipment_ids=[stake.parcel.id],
        alternative=stake.group,
        evidence_ids=cite(pack, thresholds, (), of_parcels([stake.parcel])),
        requires_approval=True,
    )


def _reship(pack: Pack, thresholds: Thresholds, stake: Stake, minor: int) -> Action:
    shown = [*of_parcels([stake.parcel]), *of_kind(pack, "oms:lines")]
    digital = {line.id for line in pack.lines if line.digital}
    return Action(
        kind=ActionKind.PROPOSE_RESHIP,
        cause=stake.cause,
        amount_minor=minor or None,
        currency=order_total(pack)[1] if minor else None,
        shipment_ids=[stake.parcel.id],
        line_ids=[line_id for line_id in stake.line_ids if line_id not in digital],
        alternative=stake.group,
        evidence_ids=cite(pack, thresholds, ("ship_to", "ship_to_complete"), shown),
        requires_approval=True,
    )


def refund(
    pack: Pack, thresholds: Thresholds, share: Share, *, cause: str, stake: Stake | None = None
) -> Action:
    """One transaction's share. Without a stake it is the remainder of a cancelled order."""
    shown = of_parcels([stake.parcel]) if stake else []
    action = Action(
        kind=ActionKind.PROPOSE_REFUND,
        cause=cause,
        amount_minor=share.minor,
        currency=share.money.currency,
        transaction_id=share.money.id,
        shipment_ids=[stake.parcel.id] if stake else [],
        line_ids=stake.line_ids if stake else [line.id for line in pack.lines],
        alternative=stake.group if stake else None,
        evidence_ids=cite(
            pack,
            thresholds,
            ("order_total", "order_currency", "order_state"),
            [*share.money.evidence_ids, *shown],
        ),
        requires_approval=True,
    )
    action.requires_approval = above_cap(action, thresholds)
    return action
