"""A worker of its own: `python -m tests.support.ring_worker` rings until nothing is left to do.

The environment says which database and mail server. Prints one line of JSON at the end.
"""

import json
import os
import resource

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
django.setup()

from shopops.alarms.ringing.sweep import Limits, ring_all  # noqa: E402  needs django.setup()


def main() -> None:
    limits = Limits(seconds=3600.0, most_in_a_mail=1)
    accepted = 0
    while (tally := ring_all(limits=limits)).tried:
        accepted += tally.accepted
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"accepted": accepted, "peak_mb": peak}))


if __name__ == "__main__":
    main()
