"""A web server or worker in production refuses to start where `manage.py check` fails."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError


def refuse_unsafe_start() -> None:
    """Raises SystemCheckError with the list of what is wrong; a no-op outside production."""
    if settings.SHOPOPS_ENV == "production":
        call_command("check", "--deploy", "--database=default")


def refuse_unsafe_worker(**kwargs: Any) -> None:
    """The same for Celery, whose signals swallow every exception but this one."""
    try:
        refuse_unsafe_start()
    except SystemCheckError as problem:
        raise SystemExit(str(problem)) from problem
