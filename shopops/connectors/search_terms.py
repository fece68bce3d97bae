"""What people type to find an order: its customer's name or e-mail address, a tracking code. Pure.

The terms are personal values, so they stand beside the record that they were read from and go with
it. A search looks for terms that begin with what was typed.
"""

import unicodedata
from collections.abc import Iterator

from shopops.agents.records import Order, Tracker

LONGEST = 100
MOST_WORDS = 6


def searchable(text: str) -> str:
    """Without regard to case, accents and spaces; in a code, which has a digit, without spaces."""
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join(one for one in plain if not unicodedata.combining(one) and one != "\0")
    joined = "" if any(one.isdigit() for one in letters) else " "
    return joined.join(letters.casefold().split())[:LONGEST]


def search_terms(record: Order | Tracker) -> set[str]:
    found = _of_order(record) if isinstance(record, Order) else iter([record.code])
    return {searchable(text) for text in found if text} - {""}


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
