"""What people type to find an order: its number, its customer's name or e-mail address, a tracking
code; or a part of one of these. Pure.

The terms are personal values, so they stand beside the record that they were read from and go with
it. A search looks for terms that begin with what was typed.
"""

import re
import unicodedata
from collections.abc import Iterator

from shopops.agents.records import Order, Tracker

LONGEST = 100
MOST_WORDS = 6
LONGEST_NUMBER = 20  # what is longer is no number that people say in part
LINK = "\x01"  # no text that is searched for begins with it
# Where a part of an order number begins: at each run of digits or letters, and within digits where
# three or more follow. O-1030 is found by 1030, 103 and 030, and NL-26117-B by 117-B.
PART = re.compile(r"(?<=[^0-9])(?=[0-9])|(?<=[^0-9a-z])(?=[a-z])|(?<=.)(?=[0-9]{3})")


def searchable(text: str) -> str:
    """Without regard to case, accents, spaces, and the comma or @ that people put between words; in
    a code, which has a digit, without spaces."""
    plain = unicodedata.normalize("NFKD", text).replace(",", " ").strip().removeprefix("@")
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
    return record.order_id or link(record.id)


def _links(record: Order | Tracker) -> set[str]:
    shipments = record.shipments if isinstance(record, Order) else ()
    return {link(shipment.tracker_id) for shipment in shipments if shipment.tracker_id}


def link(tracker_id: str) -> str:
    return f"{LINK}{tracker_id}"[:LONGEST]


def _of_order(order: Order) -> Iterator[str | None]:
    yield from _parts(order.number or order.id)
    for person in (order.customer, order.ship_to):
        yield from _names(person.name if person else None)
    yield from _addresses(order.customer.email if order.customer else None)
    for shipment in order.shipments:
        yield shipment.tracking_code


def _parts(number: str) -> Iterator[str]:
    """From each part on. As a whole it is found where the proposal has it."""
    plain = searchable(number)
    if len(plain) <= LONGEST_NUMBER:
        yield from (plain[found.start() :] for found in PART.finditer(plain))


def _names(name: str | None) -> Iterator[str]:
    """From each word on and then from the first, so that "Ada King Lovelace" is found by "king lo"
    and "lovelace ada" too; and the last word beside the first without those between."""
    words = (name or "").replace(",", " ").split()[:MOST_WORDS]
    for place in range(len(words)):
        yield " ".join(words[place:] + words[:place])
    if len(words) > 2:
        yield f"{words[0]} {words[-1]}"
        yield f"{words[-1]} {words[0]}"


def _addresses(email: str | None) -> Iterator[str]:
    """The whole, and from its domain on."""
    if email:
        yield email
        yield email.rpartition("@")[2]
