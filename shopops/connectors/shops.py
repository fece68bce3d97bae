"""Every kind of shop that can be connected. A new one is a folder with the same file names and a
line here."""

from shopops.connectors.generic import connector as generic
from shopops.connectors.shop import Connector

CONNECTORS: dict[str, Connector] = {
    "generic": generic.CONNECTOR,
}


def serving(source: str) -> list[str]:
    """Names of the connectors that serve records of this source."""
    return [one.name for one in CONNECTORS.values() if source in one.sources]
