#!/usr/bin/env python
"""Entry point of every command: `python manage.py help` lists them."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line
from django.db import OperationalError

from shopops.embedded import running


def main() -> None:
    running.join(os.environ, checkout=Path(__file__).resolve().parent)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as problem:
        # An error that the server sent has a code; without one there was no server to ask.
        if getattr(problem.__cause__, "sqlstate", None):
            raise
        reason = str(problem).splitlines()[0]
        sys.exit(
            f"The database does not answer ({reason}): start it with `make run` in another "
            "terminal, or set DATABASE_URL."
        )


if __name__ == "__main__":
    main()
