"""The ledger's rows about one order as sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from shopops.ledger import Entry
from shopops.review.words.events import event_sentence

SAME_TIME = timedelta(minutes=1)  # pages show minutes


@dataclass(frozen=True, slots=True)
class Line:
    """`at` is when it happened; `recorded_at` is the ledger's own clock, where it says another
    minute or more."""

    at: datetime
    recorded_at: datetime | None
    sentence: str
    seq: int | None  # None until it is committed
    kind: str
    decision_id: int | None = None  # whose receipt proves it


def timeline(
    entries: Iterable[Entry], names: Mapping[str, str], receipts: Mapping[UUID, int]
) -> list[Line]:
    """`names`: identity key to display name; who is erased from the roster stays "Somebody".
    `receipts`: decision id by event id."""
    return [
        Line(
            entry.occurred_at,
            _recorded_later(entry),
            event_sentence(entry, names),
            entry.seq,
            str(entry.kind),
            receipts.get(entry.event_id),
        )
        for entry in entries
    ]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A line of the shop's ledger, with what proves its place."""

    line: Line
    order: str
    actor: str
    leaf: str


def ledger_rows(
    entries: Sequence[Entry], names: Mapping[str, str], receipts: Mapping[UUID, int]
) -> list[LedgerRow]:
    return [
        LedgerRow(
            line=line,
            order=str(entry.body.get("order") or ""),
            actor=str(entry.actor),
            leaf=bytes(entry.leaf_hash).hex() if entry.leaf_hash else "",
        )
        for entry, line in zip(entries, timeline(entries, names, receipts), strict=True)
    ]


def _recorded_later(entry: Entry) -> datetime | None:
    differ = abs(entry.recorded_at - entry.occurred_at) >= SAME_TIME
    return entry.recorded_at if differ else None
