"""What nobody can be rung for, because its source does not say when it was made."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.agents.records import Order, Tracker
from shopops.alarms.causes import Matter
from shopops.alarms.identity import RecordKind
from shopops.alarms.proposed import proposed
from shopops.alarms.records import records_of
from shopops.proposals.models import Action, Proposal

SENTENCES: Mapping[RecordKind, str] = {
    RecordKind.ORDER: gettext_noop(
        "No alarm can ring for this order: it does not say when it was placed (placed_at). Bring "
        "it in again with that date."
    ),
    RecordKind.SHIPMENT: gettext_noop(
        "No alarm can ring for parcel {part}: neither it nor its tracker says when it was made "
        "(created_at). Bring either in again with that date."
    ),
    RecordKind.TRANSACTION: gettext_noop(
        "No alarm can ring for payment {part}: it does not say when it was made (created_at). "
        "Bring the order in again with that date."
    ),
}


def undated(
    row: Proposal,
    actions: Sequence[Action],
    order: Order | None,
    trackers: Mapping[str, Tracker],
) -> list[str]:
    """A sentence for each record that an alarm would be about. The alarms are only asked where
    the order lacks a date: what has an item already keeps the date in its key."""
    if order is None:
        return []
    without = set(_without_date(order, trackers))
    matters = proposed(row, actions, row.review_status).matters if without else []
    lacking = [one for one in matters if (one.kind, one.part) in without]
    return [_(SENTENCES[one.kind]).format(part=one.part) for one in _unkeyed(row, lacking)]


def _without_date(
    order: Order, trackers: Mapping[str, Tracker]
) -> Iterator[tuple[RecordKind, str | None]]:
    if order.placed_at is None:
        yield RecordKind.ORDER, None
    for shipment in order.shipments:
        tracker = trackers.get(shipment.tracker_id or "")
        if shipment.created_at is None and (tracker is None or tracker.created_at is None):
            yield RecordKind.SHIPMENT, shipment.id
    for paid in order.transactions:
        if paid.created_at is None:
            yield RecordKind.TRANSACTION, paid.id


def _unkeyed(row: Proposal, matters: Collection[Matter]) -> Iterator[Matter]:
    held = records_of(row.tenant_id, [row.order_id]).get(row.order_id) if matters else None
    for one in matters:
        record = held.find(one.kind, one.part) if held else None
        if record is not None and record.authored_at is None:
            yield one
