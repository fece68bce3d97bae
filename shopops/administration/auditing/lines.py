"""A row of the audit page, wherever it comes from, and the place at which a page of them ends."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BIGGEST_ID = 2**63 - 1


class Group(StrEnum):
    """What a row is about; what the page filters by."""

    SIGN_INS = "sign-ins"
    REFUSALS = "refusals"
    SETTINGS = "settings"
    PEOPLE = "people"
    TOKENS = "tokens"
    EXPORTS = "exports"
    SET_ASIDE = "set-aside"

    @property
    def label(self) -> str:
        return gettext(LABELS[self])


LABELS = {
    Group.SIGN_INS: gettext_noop("Sign-ins"),
    Group.REFUSALS: gettext_noop("Refusals"),
    Group.SETTINGS: gettext_noop("Settings"),
    Group.PEOPLE: gettext_noop("People"),
    Group.TOKENS: gettext_noop("API tokens"),
    Group.EXPORTS: gettext_noop("Exports"),
    Group.SET_ASIDE: gettext_noop("Rules set aside"),
}


class Place(Struct, frozen=True, order=True):
    """Rows are sorted by these three, the largest first. `source`: the number of its source."""

    at: datetime
    source: int
    number: int

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}-{self.source}-{self.number}"

    def number_below(self, source: int) -> int:
        """Of the rows of a source at this very moment, those with a smaller number come after."""
        if source == self.source:
            return self.number
        return BIGGEST_ID if source < self.source else 0


class Line(Struct, frozen=True, kw_only=True):
    """`who`: empty where no person of the shop did it. `code`: stable, of a refusal. `link`: where
    it is seen whole, with its words; empty where it is all here. `version`: where the settings
    stand that it put into force."""

    place: Place
    group: Group
    who: str
    said: str
    detail: str = ""
    code: str = ""
    link: str = ""
    link_words: str = ""
    version: str = ""

    @property
    def at(self) -> datetime:
        return self.place.at


def read_place(text: str) -> Place | None:
    """None for everything that no page gave out: that shows the first page."""
    parts = text.split("-")
    if len(parts) != 3 or not all(_is_number(one) for one in parts):
        return None
    micros, source, number = (int(one) for one in parts)
    try:
        at = EPOCH + timedelta(microseconds=micros)
    except OverflowError:
        return None
    return Place(at, source, number) if number <= BIGGEST_ID and source < 100 else None


def _is_number(text: str) -> bool:
    """Of no more digits than any of ours has."""
    return text.isascii() and text.isdigit() and len(text) < 20
