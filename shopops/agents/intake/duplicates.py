"""Was this order placed twice? A suspicion for a person; nothing here cancels anything."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from shopops.agents.canonical import canonical_json, salted
from shopops.agents.facts import Field
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import inference, none_on_record, unknown
from shopops.agents.ports import Provenance, SourcedOrder
from shopops.agents.records import Order, OrderState
from shopops.agents.thresholds import Thresholds

SAME_ORDER = 0.9


def duplicate_of(
    sourced: SourcedOrder,
    similar: list[Order],
    book: EvidenceBook,
    thresholds: Thresholds,
    now: datetime,
) -> Field:
    """The earliest other order of the same customer, lines and total, close in time.

    Both of a pair name each other: a remedy for either while both live may be one too many. A
    cancelled order is nobody's duplicate any more. Line ids differ between orders, so lines are
    the same when article, quantity and price are. The window includes its last instant.
    """
    order = sourced.order
    if order.customer is None or order.customer.id is None or order.placed_at is None:
        return unknown(reason="not_comparable")
    window = timedelta(minutes=thresholds.duplicate_minutes)
    twins = [other for other in similar if _is_twin(order, other, window)]
    if not twins or order.state is OrderState.CANCELLED:
        return none_on_record(value=None)
    twin = min(twins, key=_placed)
    cited = _cite(twin, sourced.provenance, book, now)
    return inference(
        cited, value=twin.id, confidence=SAME_ORDER, reason="same_customer_lines_total"
    )


def _is_twin(order: Order, other: Order, window: timedelta) -> bool:
    if other.id == order.id or other.state is OrderState.CANCELLED:
        return False
    if order.placed_at is None or other.placed_at is None:
        return False
    return (
        abs(order.placed_at - other.placed_at) <= window
        and _customer_id(other) == _customer_id(order)
        and other.total == order.total
        and _content(other) == _content(order)
    )


def _placed(order: Order) -> tuple[datetime, str]:
    return order.placed_at or datetime.max.replace(tzinfo=UTC), order.id


def _customer_id(order: Order) -> str | None:
    return order.customer.id if order.customer else None


def _content(order: Order) -> Counter[tuple[str, int, int, str]]:
    return Counter(
        (line.sku or line.title, line.quantity, line.total.minor, line.total.currency)
        for line in order.lines
    )


def _cite(twin: Order, provenance: Provenance, book: EvidenceBook, now: datetime) -> str:
    """The port hands over the other order without its provenance, so the evidence is the record
    as read now, salted like the order at hand."""
    read_now = Provenance(
        source_object=f"order:{twin.source}/{twin.id}",
        payload_sha256=salted(provenance.salt, canonical_json(twin)),
        received_at=now,
        salt=provenance.salt,
    )
    return book.cite(f"dup:{id_part(twin.id)}", "id", twin.id, read_now, twin.placed_at)
