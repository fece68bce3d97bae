"""What each parcel's lines are worth: whole minor units that add up to the line.

The units of a line are counted through its parcels in the order's own order. Units 1 to n are
worth floor(total * n / quantity), and a parcel is worth the difference between its last unit and
the one before its first: the remainder falls to the later units, and all units together are the
line total exactly. Goods sent a second time begin the count again; cancelled parcels hold nothing
that anybody else would miss, so each is counted on its own.
"""

from collections import Counter

from shopops.agents.facts import ParcelLine
from shopops.agents.records import Line, Order, Shipment


def parcel_lines(order: Order) -> list[list[ParcelLine]]:
    """The lines of each shipment, in the order of `order.shipments`."""
    lines = {line.id: line for line in order.lines}
    sent: Counter[str] = Counter()
    return [
        _of_shipment(shipment, lines, Counter() if shipment.cancelled else sent)
        for shipment in order.shipments
    ]


def unknown_lines(order: Order) -> bool:
    """Does a shipment hold a line that the order does not have?"""
    known = {line.id for line in order.lines}
    return any(item.line_id not in known for parcel in order.shipments for item in parcel.lines)


def _of_shipment(
    shipment: Shipment, lines: dict[str, Line], sent: Counter[str]
) -> list[ParcelLine]:
    inside: Counter[str] = Counter()
    for item in shipment.lines:
        inside[item.line_id] += item.quantity
    found = []
    for line_id, quantity in inside.items():
        if line_id in lines:
            minor = _share(lines[line_id], sent[line_id], quantity)
            found.append(ParcelLine(line_id=line_id, quantity=quantity, minor=minor))
            sent[line_id] += quantity
    return found


def _share(line: Line, before: int, quantity: int) -> int:
    """Worth of the `quantity` units after the first `before`; never more than the line."""
    after = before + min(quantity, line.quantity)
    total = line.total.minor
    return total * after // line.quantity - total * before // line.quantity
