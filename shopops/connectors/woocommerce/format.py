"""How rows of this source are read."""

from shopops.connectors.formats import Format
from shopops.connectors.woocommerce import orders, pieces

ORDERS = Format("woocommerce", "order", orders.parse, pieces.LISTS, pieces.PIECES)
