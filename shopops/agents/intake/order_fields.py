"""What the order record itself says: total, state, address, lines and disputes."""

from datetime import UTC

from shopops.agents.facts import Field
from shopops.agents.intake.addresses import is_complete, is_given
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import fact, none_on_record, unknown
from shopops.agents.ports import SourcedOrder


def total_fields(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, Field]:
    order, origin, placed = sourced.order, sourced.provenance, sourced.order.placed_at
    total = book.cite("oms:order_total", "total", order.total, origin, placed)
    currency = book.cite("oms:currency", "total.currency", order.total.currency, origin, placed)
    state = book.cite("oms:state", "state", order.state, origin, order.updated_at)
    fields = {
        "order_total": fact(total, value=order.total.minor),
        "order_currency": fact(currency, value=order.total.currency),
        "order_state": fact(state, value=order.state.value),
        "placed_at": unknown(reason="not_given"),
    }
    if placed is not None:
        cited = book.cite("oms:placed_at", "placed_at", placed, origin, placed)
        fields["placed_at"] = fact(cited, value=placed.astimezone(UTC).isoformat())
    return fields


def address_fields(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, Field]:
    address = sourced.order.ship_to
    fields = {
        "ship_to": unknown(reason="not_given"),
        "ship_to_complete": unknown(reason="not_given"),
    }
    if address is None or not is_given(address):
        return fields
    cited = book.cite("oms:ship_to", "ship_to", address, sourced.provenance)
    if address.country is not None:
        fields["ship_to"] = fact(cited, value=address.country)
    fields["ship_to_complete"] = fact(cited, value=is_complete(address))
    return fields


def digital_only(sourced: SourcedOrder, book: EvidenceBook) -> Field:
    order = sourced.order
    if not order.lines:
        return unknown(reason="no_lines")
    cited = book.cite("oms:lines", "lines", order.lines, sourced.provenance, order.placed_at)
    return fact(cited, value=all(line.digital for line in order.lines))


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
        return none_on_record(value=False)
    open_ids = [short_id for is_open, short_id in found if is_open]
    if open_ids:
        return fact(*open_ids, value=True, reason="chargeback_open")
    return fact(*(short_id for _, short_id in found), value=False, reason="chargeback_closed")
