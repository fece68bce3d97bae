"""Every format there is. A new one is a folder with the same file names and a line here.

Connectors take their own format from their own folder, so that nothing goes round in a circle.
"""

from shopops.connectors.easypost import format as easypost
from shopops.connectors.shopify import format as shopify
from shopops.connectors.shopops_format import format as shopops
from shopops.connectors.woocommerce import format as woocommerce

ORDER_FORMATS = {one.name: one for one in (shopops.ORDERS, shopify.ORDERS, woocommerce.ORDERS)}
TRACKER_FORMATS = {one.name: one for one in (shopops.TRACKERS, easypost.TRACKERS)}
