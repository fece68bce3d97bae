"""What reading an order by Shopify's GraphQL gives, by way of the double."""

from pathlib import Path
from tempfile import TemporaryDirectory

from shopops.connectors.shopify.reader import ShopifyReader
from tests.support.import_cases import Payload
from tests.support.shopify_double import open_shopify


def asked(order: Payload, *transactions: Payload, disputes: tuple[Payload, ...] = ()) -> bytes:
    """The row of an order that the shop has in this state, in the shape of REST."""
    with TemporaryDirectory() as folder, open_shopify(Path(folder)) as shop:
        shop.books.put(order, *transactions, disputes=disputes)
        (row,) = ShopifyReader(shop.settings).order(str(order["id"])).rows
        return row
