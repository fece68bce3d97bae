"""A worker of its own: `python -m tests.support.ring_worker [--quick-lease]`.

Rings until nothing is due and no mail is on its way, whatever happens to the database meanwhile.
The environment says which database and mail server. Prints one line of JSON at the end.
"""

import json
import os
import resource
import sys
import time
from datetime import timedelta
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
django.setup()

from django.db import (  # noqa: E402  these need django.setup()
    InterfaceError,
    OperationalError,
    close_old_connections,
)

from shopops.alarms.models import RingMail  # noqa: E402
from shopops.alarms.ringing.sweep import Limits, ring_all, tenants_waiting  # noqa: E402

PATIENCE = 300.0
ONE_EACH = Limits(seconds=3600.0, most_in_a_mail=1)
QUICK = Limits(seconds=3600.0, most_in_a_mail=1, lease=timedelta(seconds=1))


def is_at_rest() -> bool:
    """What another worker takes in hand right now is due until that is committed, and a mail from
    then on: looked at in this order, one of the two is seen."""
    return not tenants_waiting(None) and not RingMail.objects.filter(closed_at=None).exists()


def peak_mb() -> int:
    """Of this program alone. Where the kernel doesn't tell that, also of what the process was
    before: a copy of whoever started it."""
    status = Path("/proc/self/status")
    if status.exists():
        [line] = [one for one in status.read_text().splitlines() if one.startswith("VmHWM:")]
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    limits = QUICK if "--quick-lease" in sys.argv else ONE_EACH
    accepted = interruptions = 0
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            tally = ring_all(limits=limits)
            accepted += tally.accepted
            if not tally.tried and is_at_rest():
                break
        except (OperationalError, InterfaceError):
            interruptions += 1
            close_old_connections()
        time.sleep(0.1)  # the beat between two sweeps
    said = {"accepted": accepted, "peak_mb": peak_mb(), "interruptions": interruptions}
    print(json.dumps(said))


if __name__ == "__main__":
    main()
