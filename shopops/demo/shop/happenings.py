"""What a visitor can make happen in a demo shop. It is done there, and then told by webhook."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import QuerySet
from msgspec.structs import replace

from shopops.agents.records import Line, Order, Scan, Tracker, TrackerStatus
from shopops.agents.teaching.parts import Case
from shopops.agents.teaching.parts import line as item
from shopops.demo.northline import NORTHLINE
from shopops.demo.orders.buyers import LOTTE, WALT
from shopops.demo.orders.settled import stalled
from shopops.demo.orders.till import Buyer, Till, sent
from shopops.demo.shop.books import (
    do_by_hand,
    keep_order,
    keep_parcel,
    left_of,
    order_in,
    parcels_of,
    payments_of,
)
from shopops.demo.shop.models import Entry, Kind, Shop

BY_HAND = "The shop’s own people"
FIRST_NEW = 1101  # the demo's script has numbers below
ENDED = (TrackerStatus.DELIVERED, TrackerStatus.RETURNED, TrackerStatus.FAILURE)
JUST_BEFORE = timedelta(seconds=5)


class Happening(StrEnum):
    LOST = "lost"
    BACK = "back"
    REFUNDED = "refunded"
    NOTE_LOST = "note_lost"


BECOMES = {Happening.LOST: TrackerStatus.FAILURE, Happening.BACK: TrackerStatus.RETURNED}
WORDS = {
    Happening.LOST: "The carrier gives the parcel up",
    Happening.BACK: "The parcel comes back",
    Happening.REFUNDED: "Refund the rest here, by hand",
    Happening.NOTE_LOST: "Lose the newest note",
}


@dataclass(frozen=True, slots=True)
class Sold:
    """What a demo shop sells to whom when somebody presses the button."""

    buyer: Buyer
    goods: Line
    carrier: str


SOLD = {NORTHLINE.slug: Sold(WALT, item(12900, "Storm lantern"), "USPS")}
ELSEWHERE = Sold(LOTTE, item(9900, "Lemon tree, potted", "EUR"), "Tulip Parcel")


class Cannot(Exception):
    """It can't happen to this order any more."""


def possible(shop: Shop, order: Order, parcels: list[Tracker]) -> list[Happening]:
    found = []
    if any(one.status not in ENDED for one in parcels):
        found += [Happening.LOST, Happening.BACK]
    if any(left_of(order, one) > 0 for one in payments_of(order)):
        found.append(Happening.REFUNDED)
    if _notes_of(shop, order).exists():
        found.append(Happening.NOTE_LOST)
    return found


def happen(shop: Shop, order: Order, what: Happening, *, now: datetime) -> list[Order | Tracker]:
    """What changed, to be told. Raises `Cannot`, and `Declined` where somebody was faster."""
    parcels = parcels_of(shop, order)
    if what not in possible(shop, order, parcels):
        raise Cannot
    if what is Happening.NOTE_LOST:
        _lose_note(shop, order)
        return []
    if what is Happening.REFUNDED:
        _refund_the_rest(shop, order, now)
        changed = order_in(shop, order.id)
        return [] if changed is None else [changed]
    moved = [_moved(one, BECOMES[what], now) for one in parcels if one.status not in ENDED]
    for one in moved:
        keep_parcel(shop, one)
    return list(moved)


def sell(shop: Shop, *, now: datetime) -> Case:
    """A new order, put in late: its parcel has stalled already."""
    taken = shop.orders.filter(order_id__regex=r"^O-[0-9]+$").values_list("order_id", flat=True)
    number = max([FIRST_NEW - 1, *(int(one.removeprefix("O-")) for one in taken)]) + 1
    sold, till = SOLD.get(shop.slug, ELSEWHERE), Till(now)
    stops = stalled(0)
    order = till.order(number, sold.goods, placed=stops[0][0] + 0.7, by=sold.buyer, updated_at=now)
    case = sent("sold", order, till.way(number, *stops, carrier=sold.carrier))
    keep_order(shop, case.order)
    for one in case.trackers:
        keep_parcel(shop, one)
    return case


def _notes_of(shop: Shop, order: Order) -> "QuerySet[Entry]":
    return shop.entries.filter(kind=Kind.NOTE, order_id=order.id)


def _lose_note(shop: Shop, order: Order) -> None:
    """With its key, as when a backup is put back: it can be written again."""
    newest = _notes_of(shop, order).order_by("-at", "-pk").first()
    if newest is None:
        raise Cannot
    newest.delete()


def _refund_the_rest(shop: Shop, order: Order, now: datetime) -> None:
    for payment in payments_of(order):
        minor = left_of(order, payment)
        amount = {"minor": minor, "currency": payment.amount.currency}
        said = {"order_id": order.id, "transaction_id": payment.id, "amount": amount}
        if minor > 0:
            do_by_hand(shop, Kind.REFUND, said, by=BY_HAND, now=now)


def _moved(tracker: Tracker, status: TrackerStatus, now: datetime) -> Tracker:
    scan = Scan(id=f"e{len(tracker.scans) + 1}", status=status, at=now - JUST_BEFORE)
    return replace(tracker, status=status, updated_at=now, scans=(*tracker.scans, scan))
