"""Reading trackers, and trying the connection."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import msgspec
from django.utils.translation import gettext_noop

from shopops.connectors.easypost.client import BASE, Client
from shopops.connectors.easypost.format import TRACKERS
from shopops.connectors.easypost.settings import API_KEY, KEY_LABEL
from shopops.connectors.ports import CannotRead, Fetched, Tested

PAGE = 100  # the most that EasyPost gives at once
TEST_KEY = "EZTK"
CONNECTED = gettext_noop("Connected to EasyPost.")
WITH_TEST_KEY = gettext_noop("Connected with a test key, which knows no real parcel.")


class Listed(msgspec.Struct, frozen=True):
    trackers: list[msgspec.Raw]
    has_more: bool = False


class Changed(msgspec.Struct, frozen=True):
    id: str
    updated_at: datetime | None = None


class EasyPostReader:
    def __init__(self, settings: Mapping[str, str], *, base: str = BASE) -> None:
        """Raises `ValueError` without a key."""
        self._key = settings.get(API_KEY, "").strip()
        if not self._key:
            raise ValueError(f"{KEY_LABEL}: it is missing.")
        self._client = Client(self._key, base=base)

    def order(self, order_id: str) -> Fetched:
        raise CannotRead("no_orders", "EasyPost knows parcels, not orders.")

    def changed(self, *, made_since: datetime, since: datetime | None) -> Iterator[Fetched]:
        """Page by page, the newest made first: the trackers made since then that changed after
        `since`. Raises `CannotRead` between two pages.

        EasyPost finds trackers by when they were made only, so all of those are looked through.
        """
        query = {"page_size": str(PAGE), "start_datetime": _zulu(made_since)}
        while True:
            page = _listed(self._client.get("/trackers", query))
            told = [(_changed(raw), bytes(raw)) for raw in page.trackers]
            news = [raw for tracker, raw in told if _is_news(tracker, since)]
            if news:
                yield Fetched(source_format=TRACKERS, rows=news)
            if not page.has_more or not told:
                return
            query["before_id"] = told[-1][0].id

    def test(self) -> Tested:
        try:
            _listed(self._client.get("/trackers", {"page_size": "1"}))
        except CannotRead as problem:
            return Tested(works=False, says=str(problem))
        if self._key.startswith(TEST_KEY):
            return Tested(works=True, says=WITH_TEST_KEY)
        return Tested(works=True, says=CONNECTED)


def _is_news(tracker: Changed, since: datetime | None) -> bool:
    return since is None or tracker.updated_at is None or tracker.updated_at >= since


def _zulu(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _listed(body: bytes) -> Listed:
    try:
        return msgspec.json.decode(body, type=Listed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise _unreadable() from problem


def _changed(raw: msgspec.Raw) -> Changed:
    try:
        return msgspec.json.decode(raw, type=Changed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise _unreadable() from problem


def _unreadable() -> CannotRead:
    return CannotRead("unreadable_answer", "EasyPost's answer is not the list that it documents.")
