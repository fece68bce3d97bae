"""Runs our own programs as other processes, with an environment that says everything."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds
OURS = (
    "SHOPOPS_",
    "DJANGO_",
    "DATABASE_URL",
    "MIGRATE_",
    "CELERY_",
    "DEBUG",
    "PORT",
    "BIND",
    "ALLOWED_",
    "PG",
)


def clean_environment(**settings: str) -> dict[str, str]:
    """The machine's environment without any setting of ours, plus the given ones."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | settings


def run_python(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run to the end in the checkout; the caller looks at the return code."""
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        env=clean_environment(**settings),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
