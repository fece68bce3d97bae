"""What EasyPost consists of: parcels come in, nothing goes out."""

from shopops.connectors.easypost.inbox import EasyPostInbox
from shopops.connectors.easypost.polling import EasyPostPoller
from shopops.connectors.easypost.reader import EasyPostReader
from shopops.connectors.easypost.settings import SETTINGS
from shopops.connectors.shop import Connector

CONNECTOR = Connector(
    name="easypost",
    title="EasyPost",
    sources=frozenset({"easypost"}),
    settings=SETTINGS,
    guide="connect-easypost",
    inbox=EasyPostInbox,
    reader=EasyPostReader,
    poller=EasyPostPoller,
)
