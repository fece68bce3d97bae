"""What an alarm's ledger row says, and the same row as the fold reads it. No personal value."""

from collections.abc import Mapping
from datetime import UTC, datetime

from shopops.alarms.rows import AlarmRow
from shopops.ledger import Entry, EventKind, Json, NewEvent


def moment(at: datetime) -> str:
    """A time in a body: microseconds, UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def row_of(entry: Entry) -> AlarmRow:
    return _row(
        entry.body, entry.kind, entry.recorded_at, entry.key_version, entry.confirmer_key, entry.seq
    )


def row_just_written(event: NewEvent, at: datetime) -> AlarmRow:
    """The same of an event that this transaction appended."""
    return _row(event.body, event.kind, at, event.key_version, event.confirmer_key, None)


def _row(
    body: Mapping[str, Json],
    kind: EventKind,
    at: datetime,
    key_version: int | None,
    confirmer_key: bytes | None,
    seq: int | None,
) -> AlarmRow:
    return AlarmRow(
        seq=seq,
        kind=kind,
        at=at,
        key_version=key_version,
        until=_moment(body, "until"),
        confirmer=confirmer_key.hex() if confirmer_key else None,
        holder=_text(body, "holder"),
        told=_text(body, "told"),
        evidence_digest=_digest(body, "evidence"),
        observed_at=_moment(body, "observed_at"),
        waits=body.get("waits") is True,
    )


def _text(body: Mapping[str, Json], name: str) -> str | None:
    value = body.get(name)
    return value if isinstance(value, str) else None


def _moment(body: Mapping[str, Json], name: str) -> datetime | None:
    text = _text(body, name)
    return None if text is None else datetime.fromisoformat(text)


def _digest(body: Mapping[str, Json], name: str) -> bytes | None:
    text = _text(body, name)
    return None if text is None else bytes.fromhex(text)
