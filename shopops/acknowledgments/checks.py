"""A door that anybody could open, and one that nobody can, are found when the site starts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings

from shopops.acknowledgments.check_words import SENTENCES
from shopops.acknowledgments.origin import OriginRefused, raw_secret
from shopops.acknowledgments.providers import PROVIDERS, RAW
from shopops.mailing.problems import SettingsProblem

NAMES = {
    "WEBHOOK_SECRET": "SHOPOPS_INBOUND_BASIC_AUTH",
    "MAILGUN_WEBHOOK_SIGNING_KEY": "SHOPOPS_MAILGUN_SIGNING_KEY",
}


def check_inbound(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[SettingsProblem]:
    found = [problem for name in settings.SHOPOPS_INBOUND if (problem := _check(name))]
    return [*found, *_trusted_twice()]


def _check(name: str) -> SettingsProblem | None:
    if name == RAW:
        return _raw()
    provider = PROVIDERS.get(name)
    if provider is None:
        ways = ", ".join([RAW, *PROVIDERS])
        return SettingsProblem("shopops.E030", SENTENCES, name=name, ways=ways)
    if provider.has_secret:
        return None
    missing = NAMES.get(provider.proven_by, f"{provider.proven_by} in SHOPOPS_ANYMAIL")
    return SettingsProblem("shopops.E031", SENTENCES, name=name, missing=missing)


def _raw() -> SettingsProblem | None:
    try:
        raw_secret()
    except OriginRefused:
        return SettingsProblem("shopops.E032", SENTENCES)
    return None


def _trusted_twice() -> list[SettingsProblem]:
    """Whoever takes in mail for one way does not take away forged results in another one's name."""
    name, ways = settings.SHOPOPS_AUTHSERV_ID, settings.SHOPOPS_INBOUND
    if not name or len(ways) < 2:
        return []
    return [SettingsProblem("shopops.W033", SENTENCES, ways=", ".join(ways), server=name)]
