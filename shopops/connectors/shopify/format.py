"""How rows of this source are read."""

from shopops.connectors.formats import Format
from shopops.connectors.shopify import orders, pieces

ORDERS = Format("shopify", "order", orders.parse, pieces.LISTS, pieces.PIECES)
