"""A door that anybody could open, and one that nobody can, are found when the site starts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error

from shopops.acknowledgments.origin import OriginRefused, raw_secret
from shopops.acknowledgments.providers import PROVIDERS, RAW

NAMES = {
    "WEBHOOK_SECRET": "SHOPOPS_INBOUND_BASIC_AUTH",
    "MAILGUN_WEBHOOK_SIGNING_KEY": "SHOPOPS_MAILGUN_SIGNING_KEY",
}


def check_inbound(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    return [found for name in settings.SHOPOPS_INBOUND if (found := _check(name))]


def _check(name: str) -> CheckMessage | None:
    if name == RAW:
        return _raw()
    provider = PROVIDERS.get(name)
    if provider is None:
        ways = ", ".join([RAW, *PROVIDERS])
        return Error(
            f"SHOPOPS_INBOUND names {name}, which is no way in.",
            hint=f"Choose from {ways}.",
            id="shopops.E030",
        )
    if provider.has_secret:
        return None
    missing = NAMES.get(provider.proven_by, f"{provider.proven_by} in SHOPOPS_ANYMAIL")
    return Error(
        f"{name} posts mail, but {missing} is not set, so anybody could post it.",
        hint=f"Set {missing}, or take {name} out of SHOPOPS_INBOUND.",
        id="shopops.E031",
    )


def _raw() -> CheckMessage | None:
    try:
        raw_secret()
    except OriginRefused as problem:
        return Error(
            f"Mail may be posted raw, but {problem}, so none is taken.",
            hint="Set SHOPOPS_INBOUND_SECRET, or take raw out of SHOPOPS_INBOUND.",
            id="shopops.E032",
        )
    return None
