"""Keeps what happened to an account, with where it came from. No password, code or link ever."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

from shopops.accounts.models import LONGEST_BROWSER, AccountEvent, AccountEventKind
from shopops.tenants.models import User

LONGEST_CODE = 40


def record(
    kind: AccountEventKind,
    *,
    request: HttpRequest,
    user: User | None,
    method: str = "",
    code: str = "",
) -> AccountEvent:
    return AccountEvent.objects.create(
        user=user,
        kind=kind,
        method=method[:LONGEST_CODE],
        code=code[:LONGEST_CODE],
        address=client_address(request),
        browser=_printable(request.headers.get("User-Agent", ""))[:LONGEST_BROWSER],
    )


def client_address(request: HttpRequest) -> str | None:
    """Behind a proxy of ours the last address that it names: those before it anybody may write."""
    found = request.META.get("REMOTE_ADDR", "")
    if settings.SHOPOPS_BEHIND_PROXY:
        found = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or found
    try:
        place = ipaddress.ip_address(_without_port(found))
    except ValueError:
        return None
    # IPv4 as a socket of both kinds writes it: else all of it would be one network of IPv6.
    return str(getattr(place, "ipv4_mapped", None) or place)


def _without_port(found: str) -> str:
    """Some proxies write `1.2.3.4:5678` and `[2001:db8::1]:443`; a bare `::1` has no port."""
    if found.startswith("["):
        return found[1:].partition("]")[0]
    return found.partition(":")[0] if found.count(":") == 1 else found


def _printable(text: str) -> str:
    return "".join(one if one.isprintable() else " " for one in text)
