"""A demo shop's orders and what was done in it, as its pages show them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from shopops.agents.records import Order as OrderRecord
from shopops.agents.records import Tracker
from shopops.demo.shop.books import left_of, payments_of, record_of, tracker_of
from shopops.demo.shop.models import Entry, Kind, Order, Shop
from shopops.money import format_minor

SHOWN_ORDERS, SHOWN_ENTRIES = 60, 40
NEWEST_ENTRIES = 4  # where both shops stand side by side


class Line(Struct, frozen=True):
    name: str
    text: str


class Done(Struct, frozen=True, kw_only=True):
    """One entry. `lines`: of a note, and of what else was said."""

    name: str
    kind: str
    code: str
    order_id: str
    by: str
    at: datetime
    amount: str
    lines: list[Line]


class Row(Struct, frozen=True, kw_only=True):
    order_id: str
    changed_at: datetime
    goods: str
    customer: str
    total: str
    parcels: str


def entries(shop: Shop, order_id: str = "", *, most: int = SHOWN_ENTRIES) -> list[Done]:
    """Newest first."""
    found = shop.entries.order_by("-at", "-pk")
    if order_id:
        found = found.filter(order_id=order_id)
    return [_done(one) for one in found[:most]]


def orders(shop: Shop, wanted: str = "") -> list[Row]:
    """What changed last comes first."""
    found = shop.orders.order_by("-changed_at", "-pk")
    if wanted:
        found = found.filter(order_id__icontains=wanted)
    newest = list(found[:SHOWN_ORDERS])
    statuses = dict(_statuses(shop, [record_of(one) for one in newest]))
    return [_row(one, record_of(one), statuses) for one in newest]


def facts(order: OrderRecord, parcels: Iterable[Tracker]) -> Iterator[Line]:
    """Of one order, for its page."""
    customer = order.customer
    yield Line("Customer", (customer and customer.name) or "not known")
    yield Line("Mail", (customer and customer.email) or "none")
    yield Line("Total", money(order.total.minor, order.total.currency))
    for payment in payments_of(order):
        minor, currency = payment.amount.minor, payment.amount.currency
        back = money(minor - left_of(order, payment), currency)
        yield Line(f"Payment {payment.id}", f"{money(minor, currency)}, {back} of it refunded")
    for one in parcels:
        yield Line(f"Parcel {one.id}", f"{one.carrier}: {_words(one.status)}")


def money(minor: int, currency: str) -> str:
    return format_minor(minor, currency)


def _done(entry: Entry) -> Done:
    amount = entry.said.get("amount")
    return Done(
        name=entry.name,
        kind=Kind(entry.kind).label,
        code=str(entry.said.get("code") or ""),
        order_id=entry.order_id,
        by=entry.by,
        at=entry.at,
        amount=money(amount["minor"], amount["currency"]) if amount else "",
        lines=[Line(str(one["name"]), str(one["text"])) for one in _noted(entry)],
    )


def _noted(entry: Entry) -> list[dict[str, str]]:
    lines = entry.said.get("lines") if entry.kind == Kind.NOTE else None
    return list(lines or ())


def _row(row: Order, order: OrderRecord, statuses: dict[str, str]) -> Row:
    states = [statuses.get(one.tracker_id or "", "no news") for one in order.shipments]
    return Row(
        order_id=order.id,
        changed_at=row.changed_at,
        goods=", ".join(one.title for one in order.lines),
        customer=(order.customer and order.customer.name) or "",
        total=money(order.total.minor, order.total.currency),
        parcels=", ".join(states) or "not sent yet",
    )


def _statuses(shop: Shop, found: list[OrderRecord]) -> Iterator[tuple[str, str]]:
    """Of all parcels of these orders, in one query."""
    wanted = [one.tracker_id for order in found for one in order.shipments if one.tracker_id]
    for row in shop.parcels.filter(tracker_id__in=wanted):
        yield row.tracker_id, _words(tracker_of(row.document).status)


def _words(status: str) -> str:
    return status.replace("_", " ")
