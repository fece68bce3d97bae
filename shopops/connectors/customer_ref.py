"""A reference that finds the same customer again without telling who it is."""

from django.utils.crypto import salted_hmac

from shopops.agents.records import Order

PURPOSE = "shopops.connectors.customer_ref"


def customer_ref(tenant_id: int, order: Order) -> bytes | None:
    """Keyed by this installation's secret and the tenant; None for a customer nobody can name.

    The customer's id at the source is taken first; without one, the e-mail address in any case.
    """
    customer = order.customer
    if customer is None:
        return None
    if customer.id:
        return ref_of_id(tenant_id, order.source, customer.id)
    if customer.email and customer.email.strip():
        return _keyed(tenant_id, "email", customer.email.strip().casefold())
    return None


def ref_of_id(tenant_id: int, source: str, customer_id: str) -> bytes:
    return _keyed(tenant_id, "id", f"{source}\0{customer_id}")


def _keyed(tenant_id: int, kind: str, value: str) -> bytes:
    salt = f"{PURPOSE}:{tenant_id}:{kind}"
    return salted_hmac(salt, value, algorithm="sha256").digest()
