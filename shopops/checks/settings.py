"""Settings that must not reach production."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error

from shopops.settings.environment import DEFAULT_SECRET_KEY

SHORTEST_SECRET_KEY = 50
SHORTEST_VAULT_KEY = 32
SHORTEST_MONITOR_TOKEN = 32


def check_settings(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """In production: a secret key of one's own, no debug pages, operators with a second factor."""
    if settings.SHOPOPS_ENV != "production":
        return []
    found: list[CheckMessage] = []
    if settings.SECRET_KEY == DEFAULT_SECRET_KEY or len(settings.SECRET_KEY) < SHORTEST_SECRET_KEY:
        found.append(
            Error(
                "SHOPOPS_SECRET_KEY is the default that everybody knows, or too short.",
                hint=f"Set it to at least {SHORTEST_SECRET_KEY} random characters.",
                id="shopops.E001",
            )
        )
    if any(len(key) < SHORTEST_VAULT_KEY for key in settings.SHOPOPS_VAULT_KEYS):
        found.append(
            Error(
                "One of SHOPOPS_VAULT_KEYS is too short.",
                hint=f"Give each at least {SHORTEST_VAULT_KEY} random characters.",
                id="shopops.E009",
            )
        )
    if settings.DEBUG:
        found.append(
            Error(
                "DEBUG is on in production and would show settings and data to visitors.",
                hint="Unset DEBUG.",
                id="shopops.E002",
            )
        )
    return found + _operators() + _monitors()


def _operators() -> list[CheckMessage]:
    if settings.SHOPOPS_OPERATORS_SECOND_FACTOR:
        return []
    return [
        checks.Warning(
            "Operators open /admin/, where every shop is, without a second factor.",
            hint="Unset SHOPOPS_OPERATORS_SECOND_FACTOR.",
            id="shopops.W010",
        )
    ]


def _monitors() -> list[CheckMessage]:
    token = settings.SHOPOPS_MONITOR_TOKEN
    if not token or len(token) >= SHORTEST_MONITOR_TOKEN:
        return []
    return [
        Error(
            "SHOPOPS_MONITOR_TOKEN is too short.",
            hint=f"Give it at least {SHORTEST_MONITOR_TOKEN} random characters.",
            id="shopops.E010",
        )
    ]
