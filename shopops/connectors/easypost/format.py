"""How rows of this source are read."""

from shopops.connectors.easypost import trackers
from shopops.connectors.formats import Format

TRACKERS = Format("easypost", "tracker", trackers.parse, trackers.LISTS)
