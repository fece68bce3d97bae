from shopops.connectors.command import ImportCommand
from shopops.connectors.registry import ORDER_FORMATS


class Command(ImportCommand):
    help = "Import orders from a file. Running it again changes nothing."
    formats = ORDER_FORMATS
