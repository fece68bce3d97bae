"""Why the proposal looks as it does, as stable codes beside its cause."""

from collections.abc import Iterator

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.codes import Cause, Why
from shopops.agents.resolution.outreach import how_we_speak
from shopops.agents.resolution.reading import is_true, lacks_address, order_total
from shopops.agents.resolution.refunds import remainders
from shopops.agents.resolution.stakes import Stake
from shopops.agents.thresholds import Thresholds


def of_pack(pack: Pack, thresholds: Thresholds) -> Iterator[str]:
    """What holds whatever is proposed."""
    yield from how_we_speak(pack, thresholds)
    if order_total(pack)[0] == 0:
        yield Why.ZERO_TOTAL
    if is_true(pack, "digital_only"):
        yield Why.DIGITAL_ONLY
    if any(one.reserved for one in pack.money):
        yield Why.REFUND_PENDING


def of_cause(pack: Pack, cause: str) -> Iterator[str]:
    if cause == Cause.RETURN_TO_SENDER:
        yield Why.ADDRESS_FIRST
    if lacks_address(pack):
        yield Why.ADDRESS_MISSING


def of_stakes(pack: Pack, stakes: list[Stake]) -> Iterator[str]:
    if any(stake.minor is None for stake in stakes):
        yield Why.CONTENTS_UNKNOWN
    if any(stake.minor is not None and stake.partial for stake in stakes):
        yield Why.PARTIAL_SHIPMENT
        if remainders(pack.money).keys() - {order_total(pack)[1]}:
            yield Why.NEEDS_CONVERSION


def of_refunds(offered: list[Action], *, cut: bool) -> Iterator[str]:
    """Whether several payments share the refunds, and whether the tenant's limit cut them."""
    refunds = [action for action in offered if action.kind is ActionKind.PROPOSE_REFUND]
    if len({action.transaction_id for action in refunds}) > 1:
        yield Why.SPLIT_PAYMENT
    if cut:
        yield Why.REFUND_LIMITED
