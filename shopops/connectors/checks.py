"""What a schema cannot say about a record: known currencies, plausible times, ids used once."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Protocol

from shopops import money
from shopops.agents.records import Amount, Order, Tracker
from shopops.connectors.refusals import RefusalCode, RowRefused

FARTHEST_OFFSET = timedelta(hours=14)  # Kiritimati; the database takes less than 16 hours
FIRST_YEAR, LAST_YEAR = 1990, 2200  # also keeps every instant a valid date in UTC


class Identified(Protocol):
    @property
    def id(self) -> str: ...


def check_order(order: Order) -> None:
    """Raises `RowRefused` with the path of the member in the record."""
    for path, amount in _amounts(order):
        try:
            money.exponent(amount.currency)
        except money.UnknownCurrency as error:
            raise RowRefused(RefusalCode.UNKNOWN_CURRENCY, f"{path}.currency", str(error)) from None
    _check_country("$.ship_to.country", order.ship_to.country if order.ship_to else None)
    _check_country("$.ship_from_country", order.ship_from_country)
    _check_times(_order_times(order))
    for name in ("lines", "transactions", "refunds", "shipments", "claims", "chargebacks"):
        _check_ids(name, getattr(order, name))
    _check_references(order)


def check_tracker(tracker: Tracker) -> None:
    """Raises `RowRefused` with the path of the member in the record."""
    _check_country("$.origin_country", tracker.origin_country)
    _check_country("$.destination_country", tracker.destination_country)
    _check_times(_tracker_times(tracker))
    _check_ids("scans", tracker.scans)


def _amounts(order: Order) -> Iterator[tuple[str, Amount]]:
    yield "$.total", order.total
    if order.shop_total is not None:
        yield "$.shop_total", order.shop_total
    for index, line in enumerate(order.lines):
        yield f"$.lines[{index}].total", line.total
    for index, transaction in enumerate(order.transactions):
        yield f"$.transactions[{index}].amount", transaction.amount
    for index, refund in enumerate(order.refunds):
        yield f"$.refunds[{index}].amount", refund.amount


def _order_times(order: Order) -> Iterator[tuple[str, datetime | None]]:
    yield "$.placed_at", order.placed_at
    yield "$.updated_at", order.updated_at
    for index, transaction in enumerate(order.transactions):
        yield f"$.transactions[{index}].created_at", transaction.created_at
    for index, refund in enumerate(order.refunds):
        yield f"$.refunds[{index}].created_at", refund.created_at
    for index, shipment in enumerate(order.shipments):
        yield f"$.shipments[{index}].created_at", shipment.created_at
    for index, claim in enumerate(order.claims):
        yield f"$.claims[{index}].made_at", claim.made_at


def _tracker_times(tracker: Tracker) -> Iterator[tuple[str, datetime | None]]:
    yield "$.created_at", tracker.created_at
    yield "$.updated_at", tracker.updated_at
    yield "$.est_delivery_at", tracker.est_delivery_at
    for index, scan in enumerate(tracker.scans):
        yield f"$.scans[{index}].at", scan.at


def _check_country(path: str, country: str | None) -> None:
    """The pattern's `$` lets a line break at the end pass."""
    if country is not None and len(country) != 2:
        raise RowRefused(RefusalCode.INVALID, path, "is not a country code of two letters")


def _check_times(times: Iterable[tuple[str, datetime | None]]) -> None:
    for path, at in times:
        if at is not None and not FIRST_YEAR <= at.year <= LAST_YEAR:
            reason = f"is not a time between {FIRST_YEAR} and {LAST_YEAR}"
            raise RowRefused(RefusalCode.TIME_OUT_OF_RANGE, path, reason)
        if at is not None and abs(at.utcoffset() or timedelta()) > FARTHEST_OFFSET:
            reason = "is further from UTC than any place is"
            raise RowRefused(RefusalCode.TIME_OUT_OF_RANGE, path, reason)


def _check_ids(name: str, items: Iterable[Identified]) -> None:
    seen = set()
    for index, item in enumerate(items):
        if item.id in seen:
            path = f"$.{name}[{index}].id"
            raise RowRefused(RefusalCode.REPEATED_ID, path, "names an earlier one of these again")
        seen.add(item.id)


def _check_references(order: Order) -> None:
    lines = {line.id for line in order.lines}
    shipments = {shipment.id for shipment in order.shipments}
    for index, shipment in enumerate(order.shipments):
        for place, line in enumerate(shipment.lines):
            if line.line_id not in lines:
                path = f"$.shipments[{index}].lines[{place}].line_id"
                reason = "names no line of this order"
                raise RowRefused(RefusalCode.UNKNOWN_REFERENCE, path, reason)
    for index, claim in enumerate(order.claims):
        if claim.shipment_id is not None and claim.shipment_id not in shipments:
            path = f"$.claims[{index}].shipment_id"
            raise RowRefused(RefusalCode.UNKNOWN_REFERENCE, path, "names no shipment of this order")
