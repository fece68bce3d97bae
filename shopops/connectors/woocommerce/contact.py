"""Who ordered, and where to. WooCommerce writes "" and 0 where it knows nothing."""

from shopops.connectors.members import Node
from shopops.connectors.sources import Sourced

ADDRESS = ("address_1", "address_2", "city", "state", "postcode", "country")


def contact(found: Sourced, order: Node) -> None:
    """Customer 0 is a guest. Language, channel and opt-out are not part of an order here."""
    customer, billing = order.get("customer_id"), order.get("billing")
    if customer.value not in (None, 0):
        found.put("customer.id", customer, customer.id())
    found.put_text("customer.email", billing.get("email"))
    found.put_text("customer.phone", billing.get("phone"))
    found.joined("customer.name", billing, ("first_name", "last_name"))


def destination(found: Sourced, address: Node) -> None:
    """The shipping address; all empty when nothing is shipped."""
    if not any(address.get(name).text() for name in ADDRESS):
        return
    found.put("ship_to", address, {})
    found.put_text("ship_to.country", address.get("country"))
    found.joined("ship_to.name", address, ("first_name", "last_name"))
    found.put_text("ship_to.city", address.get("city"))
    found.put_text("ship_to.region", address.get("state"))
    found.put_text("ship_to.postcode", address.get("postcode"))
    lines = [address.get(name).text() for name in ("address_1", "address_2")]
    found.put("ship_to.lines", address, [line for line in lines if line])
