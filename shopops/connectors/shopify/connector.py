"""What a Shopify shop consists of."""

from shopops.connectors.shop import Connector
from shopops.connectors.shopify.checking import wrong
from shopops.connectors.shopify.inbox import ShopifyInbox
from shopops.connectors.shopify.polling import ShopifyPoller
from shopops.connectors.shopify.reader import ShopifyReader
from shopops.connectors.shopify.settings import SETTINGS
from shopops.connectors.shopify.writer import ShopifyWriter

CONNECTOR = Connector(
    name="shopify",
    title="Shopify",
    sources=frozenset({"shopify"}),
    settings=SETTINGS,
    guide="connect-shopify",
    wrong=wrong,
    inbox=ShopifyInbox,
    reader=ShopifyReader,
    notes=ShopifyReader,
    poller=ShopifyPoller,
    writer=ShopifyWriter,
)
