"""A heartbeat that nobody can hear is found when the site starts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_heartbeat(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    url: str = settings.SHOPOPS_HEARTBEAT_URL
    if not url or url.startswith(("http://", "https://")):
        return []
    hint = "Set it to an address that begins with https://, or leave it out."
    return [Error("SHOPOPS_HEARTBEAT_URL can't be fetched.", hint=hint, id="shopops.E022")]
