"""Every kind of shop that can be connected. A new one is a folder with the same file names and a
line here."""

from shopops.connectors.easypost import connector as easypost
from shopops.connectors.generic import connector as generic
from shopops.connectors.shop import Connector
from shopops.connectors.shopify import connector as shopify
from shopops.connectors.woocommerce import connector as woocommerce

CONNECTORS: dict[str, Connector] = {
    "easypost": easypost.CONNECTOR,
    "generic": generic.CONNECTOR,
    "shopify": shopify.CONNECTOR,
    "woocommerce": woocommerce.CONNECTOR,
}
