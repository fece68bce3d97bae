"""A door that anybody could open, and one that nobody can, are found when the site starts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.checks import Warning as CheckWarning

from shopops.acknowledgments.origin import OriginRefused, raw_secret
from shopops.acknowledgments.providers import PROVIDERS, RAW

NAMES = {
    "WEBHOOK_SECRET": "SHOPOPS_INBOUND_BASIC_AUTH",
    "MAILGUN_WEBHOOK_SIGNING_KEY": "SHOPOPS_MAILGUN_SIGNING_KEY",
}


def check_inbound(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    found = [problem for name in settings.SHOPOPS_INBOUND if (problem := _check(name))]
    return [*found, *_trusted_twice()]


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


def _trusted_twice() -> list[CheckMessage]:
    """Whoever takes in mail for one way does not take away forged results in another one's name."""
    name, ways = settings.SHOPOPS_AUTHSERV_ID, settings.SHOPOPS_INBOUND
    if not name or len(ways) < 2:
        return []
    said = f"Mail comes in by {', '.join(ways)}, and of each the results of {name} are believed."
    return [
        CheckWarning(
            said,
            hint="Make sure that all of them take such headers away from mail that comes in with "
            "one, or leave a single way in SHOPOPS_INBOUND.",
            id="shopops.W033",
        )
    ]
