"""Mail settings that cannot work are found when the site starts, not when somebody must be rung."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings

from shopops.mailing.check_words import SENTENCES
from shopops.mailing.headers import mail_address
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.problems import SettingsProblem
from shopops.mailing.refusals import NotMailable
from shopops.mailing.server import EXAMPLE, ServerAddressRefused

ADDRESSES = ("SHOPOPS_MAIL_FROM", "SHOPOPS_REPLY_ADDRESS")


def check_mail_settings(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[SettingsProblem]:
    """What can't be read is an error everywhere; that nothing can be sent is one to know of."""
    return [*_server(), *filter(None, map(_address, ADDRESSES))]


def _server() -> list[SettingsProblem]:
    try:
        mail_server()
    except ServerAddressRefused as problem:
        return [SettingsProblem("shopops.E020", SENTENCES, problem=str(problem))]
    except NoMailServer:
        if settings.SHOPOPS_ENV != "production":
            return []
        return [SettingsProblem("shopops.W020", SENTENCES, example=EXAMPLE)]
    return []


def _address(name: str) -> SettingsProblem | None:
    try:
        mail_address(getattr(settings, name))
    except NotMailable as problem:
        return SettingsProblem("shopops.E021", SENTENCES, setting=name, problem=str(problem))
    return None
