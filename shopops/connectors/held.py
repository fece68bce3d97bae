"""What is held of one object while a batch is judged. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from shopops.agents.records import Order, Tracker, TrackerStatus

# What a parcel does before it is delivered.
ON_ITS_WAY = frozenset(
    {
        TrackerStatus.UNKNOWN,
        TrackerStatus.PRE_TRANSIT,
        TrackerStatus.IN_TRANSIT,
        TrackerStatus.OUT_FOR_DELIVERY,
        TrackerStatus.AVAILABLE_FOR_PICKUP,
        TrackerStatus.DELIVERY_ATTEMPTED,
    }
)


class Outcome(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    OLDER = "older"
    REFUSED = "refused"  # the id belongs to another source, or what it names was erased


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One record as read from one payload. `raw`: the bytes that `paths` lead into."""

    record: Order | Tracker
    raw: bytes
    source: str
    paths: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        """Record type and the object's id at its source."""
        return ("order" if isinstance(self.record, Order) else "tracker", self.record.id)

    @property
    def authored_at(self) -> datetime | None:
        if isinstance(self.record, Order):
            return self.record.placed_at
        return self.record.created_at

    @property
    def undated(self) -> bool:
        """Whether it, or a payment of it, does not say when it was made: no alarm can ring for
        that. A parcel may say it by its tracker."""
        parts = self.record.transactions if isinstance(self.record, Order) else ()
        return self.authored_at is None or any(one.created_at is None for one in parts)

    @property
    def updated_at(self) -> datetime | None:
        """By the source's own clock; a parcel is as new as its newest scan where nothing else is
        said."""
        scans = self.record.scans if isinstance(self.record, Tracker) else ()
        return self.record.updated_at or max((scan.at for scan in scans), default=None)

    @property
    def status(self) -> TrackerStatus | None:
        return self.record.status if isinstance(self.record, Tracker) else None


@dataclass(slots=True, kw_only=True)
class Held:
    """The newest state of one object. `digest` None: nothing is held yet. `status`: a parcel's."""

    source: str
    salt: bytes
    authored_at: datetime | None = None
    updated_at: datetime | None = None
    digest: bytes | None = None
    status: TrackerStatus | None = None
    latest: Incoming | None = None  # what this batch puts in its place

    def digest_of(self, item: Incoming) -> bytes:
        return sha256(self.salt + item.raw).digest()

    def take(self, item: Incoming, *, seen: bool) -> Outcome:
        """Judge one payload, and hold it if it is the newest.

        The source's own `updated_at` decides. Where it decides nothing, the payload received later
        wins; but of two payloads that claim the same instant, one seen before is not news, and
        what was delivered is not on its way again.
        """
        outcome = self._judge(item, seen=seen)
        if outcome in (Outcome.CREATED, Outcome.UPDATED):
            self.latest = item
            self.digest = self.digest_of(item)
            self.authored_at = self.authored_at or item.authored_at
            self.updated_at = item.updated_at or self.updated_at
            self.status = item.status
        return outcome

    def _judge(self, item: Incoming, *, seen: bool) -> Outcome:
        if self.source != item.source:
            return Outcome.REFUSED
        if self.digest is None:
            return Outcome.CREATED
        if self.digest == self.digest_of(item):
            return Outcome.UNCHANGED
        mine, theirs = self.updated_at, item.updated_at
        if mine and theirs and theirs != mine:
            return Outcome.OLDER if theirs < mine else Outcome.UPDATED
        if seen and mine and theirs:
            return Outcome.OLDER
        overtaken = self.status is TrackerStatus.DELIVERED and item.status in ON_ITS_WAY
        return Outcome.OLDER if overtaken else Outcome.UPDATED
