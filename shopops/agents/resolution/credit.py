"""Store credit: proposed only where every one of its citations is there."""

from collections.abc import Iterator

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.approval import above_cap
from shopops.agents.resolution.reading import (
    cite,
    field,
    of_money,
    of_parcels,
    order_total,
    proven,
)
from shopops.agents.resolution.refunds import Share
from shopops.agents.resolution.stakes import Stake
from shopops.agents.thresholds import Thresholds

_FIELDS = ("customer_id_known", "credit_consent", "order_currency", "earlier_credit")


def store_credit(
    pack: Pack, thresholds: Thresholds, stake: Stake, shares: list[Share]
) -> Iterator[Action]:
    """Credit in place of the refund of this parcel, if the customer has agreed to credit at all.

    Cites the cause, every payment and refund, the customer (no guests), the consent, the currency,
    the thresholds and the ledger's proof that no credit was given for this cause before.
    """
    _, currency = order_total(pack)
    minor = sum(share.minor for share in shares if share.money.currency == currency)
    if not minor or not _allowed(pack):
        return
    shown = [*of_parcels([stake.parcel]), *of_money(pack)]
    action = Action(
        kind=ActionKind.PROPOSE_STORE_CREDIT,
        cause=stake.cause,
        amount_minor=minor,
        currency=currency,
        shipment_ids=[stake.parcel.id],
        line_ids=stake.line_ids,
        alternative=stake.group,
        evidence_ids=cite(pack, thresholds, _FIELDS, shown),
        requires_approval=True,
    )
    action.requires_approval = above_cap(action, thresholds)
    yield action


def _allowed(pack: Pack) -> bool:
    return (
        proven(pack, "credit_consent", value=True)
        and proven(pack, "customer_id_known", value=True)
        and proven(pack, "earlier_credit", value=False)
        and any(found.startswith("ledger:") for found in field(pack, "earlier_credit").evidence_ids)
        and all(_cited(pack, name) for name in _FIELDS)
    )


def _cited(pack: Pack, name: str) -> bool:
    """Each citation must be there and resolve; a field that shows no evidence gives no credit."""
    evidence_ids = field(pack, name).evidence_ids
    return bool(evidence_ids) and all(found in pack.evidence for found in evidence_ids)
