"""What a file may be, by the name that the form sends; each is read by a format of the imports."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.connectors.formats import Format
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS


class Kind(Struct, frozen=True, kw_only=True):
    words: str
    reads: Format


KINDS: Mapping[str, Kind] = {
    "shopops-orders": Kind(
        words=gettext_noop("ShopOps orders, one JSON object a line"), reads=ORDER_FORMATS["shopops"]
    ),
    "shopops-trackers": Kind(
        words=gettext_noop("ShopOps trackers, one JSON object a line"),
        reads=TRACKER_FORMATS["shopops"],
    ),
    "shopify": Kind(
        words=gettext_noop(
            "Shopify: orders, refunds, transactions, fulfilments, disputes (Admin API)"
        ),
        reads=ORDER_FORMATS["shopify"],
    ),
    "woocommerce": Kind(
        words=gettext_noop("WooCommerce: orders and refunds (REST API v3)"),
        reads=ORDER_FORMATS["woocommerce"],
    ),
    "easypost": Kind(words=gettext_noop("EasyPost trackers"), reads=TRACKER_FORMATS["easypost"]),
}
