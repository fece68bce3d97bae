"""The 1,000 real orders, with the made-up scenario, into a shop: `make real` or

python -m tests.real.load --tenant store_northline
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import django
from django.core.management import call_command
from django.utils import timezone

from tests.real.data import FOLDER
from tests.real.scenario import completed
from tests.real.tau2 import Payload, read_orders


def write_files(folder: Path, now: datetime) -> tuple[Path, Path]:
    """Orders and trackers as JSON Lines."""
    pairs = [completed(order, user, now) for order, user in read_orders()]
    orders, trackers = folder / "orders.jsonl", folder / "trackers.jsonl"
    _write(orders, (order for order, _ in pairs))
    _write(trackers, (tracker for _, tracker in pairs if tracker is not None))
    return orders, trackers


def load(tenant: str, now: datetime) -> None:
    """Import and resolve through the commands that everybody uses."""
    with tempfile.TemporaryDirectory() as folder:
        orders, trackers = write_files(Path(folder), now)
        call_command("import_trackers", str(trackers), tenant=tenant, format="shopops")
        call_command("import_orders", str(orders), tenant=tenant, format="shopops")
    call_command("resolve", tenant=tenant)


def _write(path: Path, rows: Iterable[Payload]) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for row in rows:
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenant", default="store_northline")
    arguments = parser.parse_args()
    if not FOLDER.is_dir():
        sys.exit(f"There is no real data in {FOLDER}. Set SHOPOPS_REAL_DATA to its folder.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
    django.setup()
    # Dates count from the beginning of the day: the same day's second run finds nothing new.
    load(arguments.tenant, timezone.now().replace(hour=0, minute=0, second=0, microsecond=0))


if __name__ == "__main__":
    main()
