"""The places of the interface that are written to."""

import re
from urllib.parse import quote

_ORDER = r"/orders/(?P<order_id>[^/?&]+)"
REFUNDS = re.compile(rf"{_ORDER}/refunds$")
NOTES = re.compile(rf"{_ORDER}/notes$")


def of_order(order_id: str, part: str = "") -> str:
    path = f"/orders/{quote(order_id, safe='')}"
    return f"{path}/{part}" if part else path
