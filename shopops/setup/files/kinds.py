"""What a file may be, by the name that the form sends; each is read by a format of the imports."""

from collections.abc import Mapping

from msgspec import Struct

from shopops.connectors.formats import Format
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS


class Kind(Struct, frozen=True, kw_only=True):
    words: str
    reads: Format


KINDS: Mapping[str, Kind] = {
    "shopops-orders": Kind(
        words="ShopOps orders, one JSON object a line", reads=ORDER_FORMATS["shopops"]
    ),
    "shopops-trackers": Kind(
        words="ShopOps trackers, one JSON object a line", reads=TRACKER_FORMATS["shopops"]
    ),
    "shopify": Kind(
        words="Shopify: orders, refunds, transactions, fulfilments, disputes (Admin API)",
        reads=ORDER_FORMATS["shopify"],
    ),
    "woocommerce": Kind(
        words="WooCommerce: orders and refunds (REST API v3)", reads=ORDER_FORMATS["woocommerce"]
    ),
    "easypost": Kind(words="EasyPost trackers", reads=TRACKER_FORMATS["easypost"]),
}
