"""What a shop with its own system consists of."""

from shopops.connectors.generic.checking import wrong
from shopops.connectors.generic.inbox import GenericInbox
from shopops.connectors.generic.reader import GenericReader
from shopops.connectors.generic.settings import SETTINGS
from shopops.connectors.generic.writer import GenericWriter
from shopops.connectors.shop import Connector

CONNECTOR = Connector(
    name="generic",
    title="Own system",
    sources=frozenset({"shopops"}),
    settings=SETTINGS,
    guide="connect-own-system",
    wrong=wrong,
    inbox=GenericInbox,
    reader=GenericReader,
    notes=GenericReader,
    writer=GenericWriter,
)
