"""Until when: the ends that a snooze or a hand-off may have, to choose from."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.review.words.times import short_moment, span

SNOOZES = (15, 30, 60, 120, 240, 480, 1440)
HAND_OFFS = (60, 240, 480, 1440, 2880, 4320)


class End(Struct, frozen=True, kw_only=True):
    """`minutes` from now on, and in words."""

    minutes: int
    words: str
    usual: bool


def snooze_ends(now: datetime, config: AlarmConfig) -> list[End]:
    usual, most = config.snooze_default_minutes, config.snooze_max_minutes
    return _ends(now, {*SNOOZES, usual, most}, usual=usual, most=most)


def hand_off_ends(now: datetime, config: AlarmConfig) -> list[End]:
    most = config.hand_off_max_minutes
    usual = min(most, HAND_OFFS[2])
    return _ends(now, {*HAND_OFFS, usual, most}, usual=usual, most=most)


def _ends(now: datetime, minutes: Iterable[int], *, usual: int, most: int) -> list[End]:
    return [
        End(minutes=one, words=_words(now, one), usual=one == usual)
        for one in sorted(minutes)
        if one <= most
    ]


def _words(now: datetime, minutes: int) -> str:
    length = timedelta(minutes=minutes)
    said = gettext("{span}, until {when}")
    return said.format(span=span(length), when=short_moment(now + length))
