"""Words, days and spans in the language that is active, each looked up once: mails are written
while their items are locked."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.dateformat import format as formatted
from django.utils.timesince import timesince
from django.utils.translation import pgettext

from shopops.alarms.config import AlarmConfig

ANY_LEAP_YEAR = 2000
SOME_TIME = datetime(2000, 1, 1, tzinfo=UTC)
A_MONTH = timedelta(days=28)  # from here on the calendar decides how a span is called


# Of the mail that is being written: Django's own answer costs more than the words.
_writing_in: ContextVar[str] = ContextVar("language of a mail", default="")


@contextmanager
def writing_in(language: str) -> Iterator[None]:
    token = _writing_in.set(language)
    try:
        with translation.override(language):
            yield
    finally:
        _writing_in.reset(token)


def active_language() -> str:
    return _writing_in.get() or translation.get_language()


def gettext(text: str) -> str:
    return _gettext(text, active_language())


def moment(at: datetime, config: AlarmConfig) -> str:
    local = at.astimezone(ZoneInfo(config.timezone))
    day = _day(local.month, local.day, active_language())
    return f"{day}, {local:%H:%M} ({config.timezone})"


def span(since: datetime, now: datetime) -> str:
    length = now - since
    if timedelta(0) <= length < A_MONTH:
        return _short_span(length // timedelta(minutes=1), active_language())
    return _span(since, now)


@lru_cache(maxsize=2048)
def _gettext(text: str, language: str) -> str:
    """`language`, here and below, is the one that is active."""
    return translation.gettext(text)


@lru_cache(maxsize=1024)
def _day(month: int, day: int, language: str) -> str:
    return formatted(date(ANY_LEAP_YEAR, month, day), pgettext("date format", "j M"))


@lru_cache(maxsize=4096)
def _short_span(minutes: int, language: str) -> str:
    return _span(SOME_TIME, SOME_TIME + timedelta(minutes=minutes))


def _span(since: datetime, now: datetime) -> str:
    return timesince(since, now).replace("\xa0", " ")
