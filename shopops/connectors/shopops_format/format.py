"""How rows of our own format are read."""

from shopops.connectors.formats import Format
from shopops.connectors.shopops_format import orders, trackers

ORDERS = Format("shopops", "order", orders.parse, ("orders",))
TRACKERS = Format("shopops", "tracker", trackers.parse, ("trackers",))
