"""Whether mail can go out and answers can come in, as far as the settings tell."""

from collections.abc import Iterator

from django.conf import settings
from msgspec import Struct

from shopops.acknowledgments.checks import check_inbound
from shopops.acknowledgments.doctor.said import Said, Says, Sentences, said
from shopops.acknowledgments.doctor.steps import Finding, Step, failed, passed
from shopops.acknowledgments.providers import PROVIDERS, RAW
from shopops.mailing.checks import check_mail_settings
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.problems import HINT, SettingsProblem
from shopops.mailing.server import EXAMPLE, ServerAddressRefused


class Way(Struct, frozen=True, kw_only=True):
    """By which answers come in. `address`: what the provider, or the shop's mail server, posts to.
    `secret`: the setting that proves it."""

    name: str
    address: str
    secret: str


def ways_in(slug: str) -> list[Way]:
    return [
        Way(
            name=name,
            address=f"{settings.SHOPOPS_SITE_URL}/inbound/{slug}/{_last(name)}",
            secret=secret_of(name),
        )
        for name in settings.SHOPOPS_INBOUND
        if name == RAW or name in PROVIDERS
    ]


def secret_of(name: str) -> str:
    known = {RAW: "SHOPOPS_INBOUND_SECRET", "mailgun": "SHOPOPS_MAILGUN_SIGNING_KEY"}
    return known.get(name, "SHOPOPS_INBOUND_BASIC_AUTH")


def server_name() -> str:
    """Never with its password; empty where there is none."""
    try:
        server = mail_server()
    except (NoMailServer, ServerAddressRefused):
        return ""
    return f"{server.host}:{server.port}"


def check_settings() -> Finding:
    """The first that is wrong, with what to set."""
    for says, do in _problems():
        return failed(Step.SETTINGS, says, do)
    return passed(
        Step.SETTINGS,
        said(
            Says.GOES_OUT,
            server=server_name(),
            address=settings.SHOPOPS_REPLY_ADDRESS,
            ways=", ".join(settings.SHOPOPS_INBOUND),
        ),
    )


def _problems() -> Iterator[tuple[Said, Sentences]]:
    yield from map(_words, check_mail_settings(app_configs=None))
    if not settings.SHOPOPS_SMTP_URL:
        yield said(Says.NO_SERVER), (said(Says.SET_SERVER, example=EXAMPLE),)
    if not settings.SHOPOPS_INBOUND:
        yield said(Says.NO_WAY_IN), (said(Says.SET_WAY_IN),)
    yield from map(_words, check_inbound(app_configs=None))


def _words(problem: SettingsProblem) -> tuple[Said, Sentences]:
    do = (said(problem.code + HINT, **problem.named),) if problem.has_hint else ()
    return said(problem.code, **problem.named), do


def _last(name: str) -> str:
    return "mailgun/mime" if name == "mailgun" else name
