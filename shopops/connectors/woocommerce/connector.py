"""What a WooCommerce shop consists of."""

from shopops.connectors.shop import Connector
from shopops.connectors.woocommerce.checking import wrong
from shopops.connectors.woocommerce.inbox import WooCommerceInbox
from shopops.connectors.woocommerce.polling import WooCommercePoller
from shopops.connectors.woocommerce.reader import WooCommerceReader
from shopops.connectors.woocommerce.settings import SETTINGS
from shopops.connectors.woocommerce.writer import WooCommerceWriter

CONNECTOR = Connector(
    name="woocommerce",
    title="WooCommerce",
    sources=frozenset({"woocommerce"}),
    settings=SETTINGS,
    guide="connect-woocommerce",
    wrong=wrong,
    counts_alike=True,
    inbox=WooCommerceInbox,
    reader=WooCommerceReader,
    notes=WooCommerceReader,
    poller=WooCommercePoller,
    writer=WooCommerceWriter,
)
