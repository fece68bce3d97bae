"""Every format there is. A new one is a folder with the same file names and a line here."""

from shopops.connectors.easypost import trackers as easypost
from shopops.connectors.formats import Format
from shopops.connectors.shopify import orders as shopify
from shopops.connectors.shopify import pieces as shopify_pieces
from shopops.connectors.shopops_format import orders, trackers
from shopops.connectors.woocommerce import orders as woocommerce
from shopops.connectors.woocommerce import pieces as woocommerce_pieces

ORDER_FORMATS = {
    source_format.name: source_format
    for source_format in (
        Format("shopops", "order", orders.parse, ("orders",)),
        Format("shopify", "order", shopify.parse, shopify_pieces.LISTS, shopify_pieces.PIECES),
        Format(
            "woocommerce",
            "order",
            woocommerce.parse,
            woocommerce_pieces.LISTS,
            woocommerce_pieces.PIECES,
        ),
    )
}

TRACKER_FORMATS = {
    source_format.name: source_format
    for source_format in (
        Format("shopops", "tracker", trackers.parse, ("trackers",)),
        Format("easypost", "tracker", easypost.parse, easypost.LISTS),
    )
}
