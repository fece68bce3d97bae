"""WooCommerce's amounts, which have the decimals of the shop's settings whatever the currency is:
9,800 yen are "9800.00" in a shop that sells in euros too. Noughts beyond the currency's own
decimals say nothing; any other digit there is refused.
"""

import re

from shopops import money
from shopops.connectors.members import Node

_DECIMAL = re.compile(r"(-?[0-9]+)\.([0-9]+)")


def minor(node: Node, currency: str, *, allow_negative: bool = False) -> int:
    return _trimmed(node, currency).minor(currency, allow_negative=allow_negative)


def _trimmed(node: Node, currency: str) -> Node:
    match = _DECIMAL.fullmatch(node.value) if isinstance(node.value, str) else None
    digits = money.EXPONENTS.get(currency)
    if match is None or digits is None or match[2][digits:].strip("0"):
        return node
    kept = match[2][:digits]
    return Node(f"{match[1]}.{kept}" if kept else match[1], node.path)
