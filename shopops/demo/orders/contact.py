"""Orders where it is open how, or whether, the customer may be written to. All parcels stalled."""

from collections.abc import Iterator

from shopops.agents.records import Channel, Order, TrackerStatus
from shopops.agents.teaching.parts import Case
from shopops.agents.teaching.parts import line as item
from shopops.demo.orders.buyers import BEA, KENTA, MATHILDE, OSKAR, PRIYA, RHYS
from shopops.demo.orders.till import Arrival, Till, sent

LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT


def contact(till: Till) -> Iterator[Arrival]:
    yield from _not_known(till)
    yield from _not_there(till)
    yield from _by_a_person(till)


def _not_known(till: Till) -> Iterator[Arrival]:
    both = RHYS.but(preferred_channel=None, phone="+1 208 555 0142")
    order = till.order(1007, item(5400, "Camp stove"), placed=14.2, by=both)
    yield Arrival(25.2, _stalled(till, "mail and telephone, and no word on which", order))
    old = BEA.but(preferred_channel=None, phone="+1 912 555 0167", opted_out=None)
    order = till.order(1013, item(2600, "Seed tins, set of 3"), placed=13.2, by=old)
    yield Arrival(4.3, _stalled(till, "from the old shop system, without any consent", order))
    only_mail = MATHILDE.but(preferred_channel=None)
    order = till.order(1002, item(6800, "Bread crock", "EUR"), placed=16.9, by=only_mail)
    yield Arrival(3.1, _stalled(till, "nothing but a mail address is on file", order))


def _not_there(till: Till) -> Iterator[Arrival]:
    asked = PRIYA.but(opted_out=True)
    order = till.order(1012, item(12500, "Down quilt"), placed=13.6, by=asked)
    yield Arrival(30.5, _stalled(till, "she asked not to be written to", order))
    lost = KENTA.but(email=None, phone="+81 11 555 0109")
    order = till.order(1043, item(7800, "Cedar bath mat", "JPY"), placed=13.9, by=lost)
    yield Arrival(11.2, _stalled(till, "prefers mail, and no address for it is on file", order))


def _by_a_person(till: Till) -> Iterator[Arrival]:
    texts = BEA.but(preferred_channel=Channel.SMS, phone="+1 912 555 0167")
    order = till.order(1041, item(2900, "Garden twine, 3 rolls"), placed=13.8, by=texts)
    yield Arrival(2.2, _stalled(till, "reads text messages only, so a person writes", order))
    calls = OSKAR.but(preferred_channel=Channel.PHONE, phone="+46 40 555 0131")
    way = till.way(
        1042,
        (8.7, LABEL, "Venlo"),
        (6.9, MOVING, "Malmö"),
        (2.2, TrackerStatus.RETURN_TO_SENDER, "Malmö"),
        carrier="Tulip Parcel",
    )
    order = till.order(1042, item(9600, "Splitting axe", "EUR"), placed=9.3, by=calls)
    yield Arrival(15.2, sent("on its way back; the customer wants to be called", order, way))


def _stalled(till: Till, teaches: str, order: Order) -> Case:
    number = order.id.removeprefix("O-")
    european = order.total.currency == "EUR"
    begun, last = ("Venlo", "Lille") if european else ("Duluth", "Rockford")
    carrier = "Tulip Parcel" if european else "USPS"
    way = till.way(number, (13, LABEL, begun), (11.5, MOVING, last), carrier=carrier)
    return sent(teaches, order, way)
