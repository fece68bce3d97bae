"""Mail settings that cannot work are found when the site starts, not when somebody must be rung."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error

from shopops.mailing.headers import mail_address
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.refusals import NotMailable
from shopops.mailing.server import EXAMPLE, ServerAddressRefused

ADDRESSES = ("SHOPOPS_MAIL_FROM", "SHOPOPS_REPLY_ADDRESS")


def check_mail_settings(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """What can't be read is an error everywhere; that nothing can be sent is one to know of."""
    return [*_server(), *filter(None, map(_address, ADDRESSES))]


def _server() -> list[CheckMessage]:
    try:
        mail_server()
    except ServerAddressRefused as problem:
        return [Error(f"SHOPOPS_SMTP_URL names no mail server: {problem}.", id="shopops.E020")]
    except NoMailServer:
        if settings.SHOPOPS_ENV != "production":
            return []
        said = "No mail server is set, so nobody can be rung."
        return [
            checks.Warning(said, hint=f"Set SHOPOPS_SMTP_URL, like {EXAMPLE}.", id="shopops.W020")
        ]
    return []


def _address(name: str) -> CheckMessage | None:
    try:
        mail_address(getattr(settings, name))
    except NotMailable as problem:
        return Error(f"{name}: {problem}.", hint="Set it to one address.", id="shopops.E021")
    return None
