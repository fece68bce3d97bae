"""Asking EasyPost for what changed, in case that an event did not arrive."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from shopops.connectors.easypost.client import BASE
from shopops.connectors.easypost.reader import EasyPostReader
from shopops.connectors.ports import Fetched

LONGEST_WAY = timedelta(days=60)  # parcels that were handed in before are not asked for
# One parcel's event may be lost while those of others arrive, and this site may stand still.
OVERLAP = timedelta(days=3)


class EasyPostPoller:
    def __init__(self, settings: Mapping[str, str], *, base: str = BASE) -> None:
        self._reader = EasyPostReader(settings, base=base)

    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        since = held_until and min(held_until, now) - OVERLAP
        return self._reader.changed(made_since=now - LONGEST_WAY, since=since)
