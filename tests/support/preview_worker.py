"""A worker of its own: `python -m tests.support.preview_worker TENANT RUN`. Says each step, and
takes the next one when it is given a line."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
django.setup()

from shopops.administration.preview.walking import step  # noqa: E402  it needs django.setup()
from tests.support.pipeline import NOON  # noqa: E402


def main() -> None:
    tenant_id, run_id = map(int, sys.argv[1:])
    while step(tenant_id=tenant_id, run_id=run_id, now=NOON, batch=1):
        print("one step", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    main()
