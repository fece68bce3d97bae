#!/usr/bin/env python
"""Entry point of every command: `python manage.py help` lists them."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
