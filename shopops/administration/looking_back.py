"""Older versions on a page of settings: any two beside each other, and one filled in, to be saved
again as the next. Inside the shop's scope."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from msgspec.structs import replace

from shopops.acknowledgments.rules import Rules
from shopops.administration.words import ChangeWords
from shopops.alarms.config import AlarmConfig
from shopops.review.config import ReviewConfig
from shopops.review.drafting.switch import Wording

BIGGEST = 2**31 - 1
Settings = TypeVar("Settings", AlarmConfig, ReviewConfig, Rules, Wording)


class Beside(NamedTuple):
    version: int
    against: int
    changes: list[ChangeWords]


def beside(
    request: HttpRequest,
    at: Callable[[int], Settings | None],
    changes: Callable[[Settings, Settings], list[ChangeWords]],
) -> Beside | None:
    """`?version=` beside `?against=`, the one before it unless said; 0 is what a shop has that
    saved none. None: nobody asked. Raises `Http404` for a version that never was."""
    version = _asked(request, "version")
    if version is None:
        return None
    against = _asked(request, "against")
    other = max(version - 1, 0) if against is None else against
    return Beside(version, other, changes(_found(at, other), _found(at, version)))


def to_restore(
    request: HttpRequest, current: Settings, at: Callable[[int], Settings | None]
) -> tuple[Settings, int | None]:
    """What `?restore=` names, to be saved as the version after the one in force; else that one."""
    version = _asked(request, "restore")
    if version is None:
        return current, None
    return replace(_found(at, version), version=current.version), version


def why_restored(version: int | None) -> str:
    """What begins the reason; whoever saves goes on with their own."""
    return (
        "" if version is None else gettext("Version {version} restored: ").format(version=version)
    )


def _found(at: Callable[[int], Settings | None], version: int) -> Settings:
    found = at(version)
    if found is None:
        raise Http404
    return found


def _asked(request: HttpRequest, name: str) -> int | None:
    """A version out of the address. Raises `Http404` for what is no number."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 11 and int(text) <= BIGGEST):
        raise Http404
    return int(text)
