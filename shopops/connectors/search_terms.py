"""What people type to find an order: its customer's name or e-mail address, a tracking code. Pure.

The terms are personal values, so they stand beside the record that they were read from and go with
it. A search looks for terms that begin with what was typed.
"""

import unicodedata
from collections.abc import Iterator

from shopops.agents.records import Order, Tracker

LONGEST = 100
MOST_WORDS = 6
LINK = "\x01"  # no text that is searched for begins with it


def searchable(text: str) -> str:
    """Without regard to case, accents and spaces; in a code, which has a digit, without spaces."""
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join(one for one in plain if not unicodedata.combining(one) and one != "\0")
    joined = "" if any(one.isdigit() for one in letters) else " "
    return joined.join(letters.casefold().split())[:LONGEST]


def search_terms(record: Order | Tracker) -> set[str]:
    found = _of_order(record) if isinstance(record, Order) else iter([record.code])
    terms = {searchable(text) for text in found if text} - {""}
    return terms | _links(record)


def found_order(record: Order | Tracker) -> str:
    """The order that a search finds by this record: its id; of a tracker that does not name its
    order the link, which is a term of the order that names the tracker."""
    if isinstance(record, Order):
        return record.id
    return record.order_id or _link(record.id)


def _links(record: Order | Tracker) -> set[str]:
    shipments = record.shipments if isinstance(record, Order) else ()
    return {_link(shipment.tracker_id) for shipment in shipments if shipment.tracker_id}


def _link(tracker_id: str) -> str:
    return f"{LINK}{tracker_id}"[:LONGEST]


def _of_order(order: Order) -> Iterator[str | None]:
    for person in (order.customer, order.ship_to):
        yield from _names(person.name if person else None)
    yield order.customer.email if order.customer else None
    for shipment in order.shipments:
        yield shipment.tracking_code


def _names(name: str | None) -> Iterator[str]:
    """From each word on: "Ada King Lovelace" is found by "king lo" too."""
    words = (name or "").split()[:MOST_WORDS]
    for place in range(len(words)):
        yield " ".join(words[place:])
