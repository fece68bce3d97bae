"""Browsers, ways to sign in and instants as people read them, on the clock of the page."""

from datetime import datetime

from django import template
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop

register = template.Library()
# The first that fits: Edge and Opera call themselves Chrome too, and Chrome Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
WAYS = {
    "password": gettext_noop("password"),
    "totp": gettext_noop("authenticator app"),
    "recovery_codes": gettext_noop("recovery code"),
    "webauthn": gettext_noop("security key"),
    "code": gettext_noop("code"),
    "sso": gettext_noop("single sign-on"),
}


@register.filter
def browser(agent: str) -> str:
    """Such as: Firefox on Linux. Made from what the browser says of itself."""
    name, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    if name and system:
        return gettext("{name} on {system}").format(name=name, system=system)
    return name or system or gettext("Unknown browser")


@register.filter
def ways(method: str) -> str:
    return ", ".join(gettext(WAYS.get(one, one)) for one in method.split("+"))


@register.filter
def in_fours(key: str) -> str:
    """Such as: JBSW Y3DP. Easier to type off; apps leave the gaps out."""
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))


@register.filter
def account_moment(at: datetime) -> str:
    return f"{localtime(at):%Y-%m-%d %H:%M}"


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in known if mark in agent), "")
