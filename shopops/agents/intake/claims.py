"""What somebody claims about the order, and about which of its parcels."""

from shopops.agents.facts import Field
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import inference, none_on_record, unknown
from shopops.agents.ports import SourcedOrder
from shopops.agents.records import Claim, ClaimKind

CLAIMED = 0.5  # the customer says so; the carrier may say otherwise
ASKED_BY_CUSTOMER = 0.8  # the shop's own record lays the claim to this customer


def claim_fields(sourced: SourcedOrder, book: EvidenceBook, customer: Field) -> dict[str, Field]:
    """`claimed_missing` is an inference: a claim is what somebody says, not what happened.

    `requester_matched`: is the claim of the customer whose order this is? Inferred from the claim
    standing on the shop's own record of a customer with an id; nothing here has asked the person.
    """
    cited = cited_claims(sourced, book)
    missing = [short_id for short_id, claim in cited if claim.kind is ClaimKind.NOT_RECEIVED]
    fields = {
        "claimed_missing": none_on_record(value=False),
        "requester_matched": unknown(reason="requester_unknown" if cited else "no_request"),
    }
    if missing:
        fields["claimed_missing"] = inference(
            *missing, value=True, confidence=CLAIMED, reason="customer_claim"
        )
    if cited and customer.known(value=True):
        fields["requester_matched"] = inference(
            *(short_id for short_id, _ in cited),
            *customer.evidence_ids,
            value=True,
            confidence=ASKED_BY_CUSTOMER,
            reason="claim_on_order",
        )
    return fields


def claims_by_parcel(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, list[str]]:
    """For each parcel the claims that it never came. One that names no parcel of the order may
    be about any of them."""
    found: dict[str, list[str]] = {parcel.id: [] for parcel in sourced.order.shipments}
    for short_id, claim in cited_claims(sourced, book):
        if claim.kind is ClaimKind.NOT_RECEIVED:
            for parcel in [claim.shipment_id] if claim.shipment_id in found else found:
                found[parcel].append(short_id)
    return found


def cited_claims(sourced: SourcedOrder, book: EvidenceBook) -> list[tuple[str, Claim]]:
    return [
        (
            book.cite(
                f"claim:{id_part(claim.id)}",
                f"claims[{index}]",
                claim,
                sourced.provenance,
                claim.made_at,
            ),
            claim,
        )
        for index, claim in enumerate(sourced.order.claims)
    ]
