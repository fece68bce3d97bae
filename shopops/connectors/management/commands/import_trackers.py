from shopops.connectors.command import ImportCommand
from shopops.connectors.registry import TRACKER_FORMATS


class Command(ImportCommand):
    help = "Import trackers from a file. Running it again changes nothing."
    formats = TRACKER_FORMATS
