"""Our own format: the record itself, as docs/schemas/tracker.schema.json publishes it."""

from shopops.agents.records import Tracker
from shopops.connectors import parsed
from shopops.connectors.parsed import Parsed


def parse(payload: object) -> Parsed[Tracker]:
    return parsed.tracker(payload)
