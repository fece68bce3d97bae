"""What the order record itself says: total, state, address, lines, claims and disputes."""

from datetime import UTC

from shopops.agents.facts import Field
from shopops.agents.intake.addresses import is_complete, is_given
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import NONE_ON_RECORD, fact, inference, unknown
from shopops.agents.ports import SourcedOrder
from shopops.agents.records import ClaimKind

CLAIMED = 0.5  # the customer says so; the carrier may say otherwise
ASKED_BY_CUSTOMER = 0.8  # the shop's own record lays the claim to this customer


def total_fields(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, Field]:
    order, origin, placed = sourced.order, sourced.provenance, sourced.order.placed_at
    total = book.cite("oms:order_total", "total", order.total, origin, placed)
    currency = book.cite("oms:currency", "total.currency", order.total.currency, origin, placed)
    state = book.cite("oms:state", "state", order.state, origin, order.updated_at)
    fields = {
        "order_total": fact(order.total.minor, total),
        "order_currency": fact(order.total.currency, currency),
        "order_state": fact(order.state.value, state),
        "placed_at": unknown("not_given"),
    }
    if placed is not None:
        cited = book.cite("oms:placed_at", "placed_at", placed, origin, placed)
        fields["placed_at"] = fact(placed.astimezone(UTC).isoformat(), cited)
    return fields


def address_fields(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, Field]:
    address = sourced.order.ship_to
    fields = {"ship_to": unknown("not_given"), "ship_to_complete": unknown("not_given")}
    if address is None or not is_given(address):
        return fields
    cited = book.cite("oms:ship_to", "ship_to", address, sourced.provenance)
    if address.country is not None:
        fields["ship_to"] = fact(address.country, cited)
    fields["ship_to_complete"] = fact(is_complete(address), cited)
    return fields


def digital_only(sourced: SourcedOrder, book: EvidenceBook) -> Field:
    order = sourced.order
    if not order.lines:
        return unknown("no_lines")
    cited = book.cite("oms:lines", "lines", order.lines, sourced.provenance, order.placed_at)
    return fact(all(line.digital for line in order.lines), cited)


def claim_fields(sourced: SourcedOrder, book: EvidenceBook, customer: Field) -> dict[str, Field]:
    """`claimed_missing` is an inference: a claim is what somebody says, not what happened.

    `requester_matched`: is the claim of the customer whose order this is? Inferred from the claim
    standing on the shop's own record of a customer with an id; nothing here has asked the person.
    """
    claims = sourced.order.claims
    cited = [
        book.cite(
            f"claim:{id_part(claim.id)}", f"claims[{i}]", claim, sourced.provenance, claim.made_at
        )
        for i, claim in enumerate(claims)
    ]
    missing = [
        short_id
        for short_id, claim in zip(cited, claims, strict=True)
        if claim.kind is ClaimKind.NOT_RECEIVED
    ]
    fields = {
        "claimed_missing": inference(False, NONE_ON_RECORD, reason="none_on_record"),
        "requester_matched": unknown("no_request" if not claims else "requester_unknown"),
    }
    if missing:
        fields["claimed_missing"] = inference(True, CLAIMED, *missing, reason="customer_claim")
    if claims and customer.known(True):
        by = (*cited, *customer.evidence_ids)
        matched = inference(True, ASKED_BY_CUSTOMER, *by, reason="claim_on_order")
        fields["requester_matched"] = matched
    return fields


def chargeback_open(sourced: SourcedOrder, book: EvidenceBook) -> Field:
    found = [
        (
            dispute.open,
            book.cite(
                f"chargeback:{id_part(dispute.id)}",
                f"chargebacks[{index}]",
                dispute,
                sourced.provenance,
            ),
        )
        for index, dispute in enumerate(sourced.order.chargebacks)
    ]
    if not found:
        return inference(False, NONE_ON_RECORD, reason="none_on_record")
    open_ids = [short_id for is_open, short_id in found if is_open]
    if open_ids:
        return fact(True, *open_ids, reason="chargeback_open")
    return fact(False, *(short_id for _, short_id in found), reason="chargeback_closed")
