"""SHP-1 and SHP-2: sending again needs an address that is known, and always a person."""

from shopops.agents.facts import FactKind, Pack
from shopops.agents.proposal import ActionKind
from shopops.policy.question import Question, ask, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import RuleResult


def shp_1(question: Question) -> RuleResult | None:
    """The address is on file and complete; after a return it must be confirmed first.

    The pack cannot say that the customer confirmed an address, so the person who approves does.
    """
    action, pack = question.action, question.pack
    if action.kind != ActionKind.PROPOSE_RESHIP:
        return None
    if not _stated(pack, "ship_to"):
        return deny(RuleId.SHP_1, Reason.ADDRESS_UNKNOWN)
    if not _stated(pack, "ship_to_complete"):
        return deny(RuleId.SHP_1, Reason.ADDRESS_INCOMPLETE)
    parcels = {parcel.id: parcel for parcel in pack.parcels}
    strangers = sorted(set(action.shipment_ids) - parcels.keys())
    if strangers:
        return deny(RuleId.SHP_1, Reason.UNKNOWN_SHIPMENT, shipment=strangers[0])
    returning = sorted(
        parcel for parcel in action.shipment_ids or parcels if parcels[parcel].returning
    )
    if returning:
        return ask(RuleId.SHP_1, Reason.CONFIRM_ADDRESS, shipment=returning[0])
    return permit(RuleId.SHP_1, Reason.ADDRESS_KNOWN)


def _stated(pack: Pack, name: str) -> bool:
    """A fact with something in it: an address is not guessed."""
    field = pack.fields.get(name)
    return field is not None and field.kind == FactKind.FACT and bool(field.value)


def shp_2(question: Question) -> RuleResult | None:
    """Sending again always needs approval."""
    if question.action.kind != ActionKind.PROPOSE_RESHIP:
        return None
    return ask(RuleId.SHP_2, Reason.RESHIP)
