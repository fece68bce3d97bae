"""Who ordered, and where to."""

from shopops.connectors.members import Node
from shopops.connectors.sources import Sourced


def contact(found: Sourced, order: Node) -> None:
    """The order's own contact; `customer` is null for a guest.

    Shopify records neither a preferred channel nor an opt-out from service mail, so both stay
    unknown; `buyer_accepts_marketing` is about marketing only.
    """
    customer = order.get("customer")
    if customer.get("id").value is not None:
        found.put("customer.id", customer.get("id"), customer.get("id").id())
    found.first("customer.email", order.get("email"), customer.get("email"))
    found.first("customer.phone", order.get("phone"), customer.get("phone"))
    found.put_text("customer.language", order.get("customer_locale"))
    marketing = order.get("buyer_accepts_marketing")
    if marketing.flag() is not None:
        found.put("customer.accepts_marketing", marketing, marketing.flag())
    found.joined("customer.name", customer, ("first_name", "last_name"))


def destination(found: Sourced, address: Node) -> None:
    """The shipping address, which is null for an order that ships nothing."""
    if address.value is None:
        return
    found.put("ship_to", address, {})
    found.put_text("ship_to.country", address.get("country_code"))
    found.put_text("ship_to.name", address.get("name"))
    found.put_text("ship_to.city", address.get("city"))
    found.first("ship_to.region", address.get("province_code"), address.get("province"))
    found.put_text("ship_to.postcode", address.get("zip"))
    lines = [address.get(name).text() for name in ("address1", "address2")]
    found.put("ship_to.lines", address, [line for line in lines if line])
