"""Our own format: the record itself, as docs/schemas/order.schema.json publishes it."""

from shopops.agents.records import Order
from shopops.connectors import parsed
from shopops.connectors.parsed import Parsed


def parse(payload: object) -> Parsed[Order]:
    return parsed.order(payload)
