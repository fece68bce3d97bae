"""From an event to the columns of its row; what no row may hold is refused here by name."""

from datetime import UTC, datetime
from uuid import UUID

from shopops.ledger.body import canonical
from shopops.ledger.event import NewEvent
from shopops.ledger.exceptions import FieldRefused
from shopops.ledger.kinds import ALARM_KINDS, ActorType, EventKind

KEY_BYTES = 32
EARLIEST = datetime(1000, 1, 1, tzinfo=UTC)  # four digits of a year, no fewer
SMALLEST, LARGEST = -(2**15), 2**15 - 1

# The order of ledger_append's arrays.
Row = tuple[
    UUID,
    str,
    str,
    datetime,
    str,
    bytes | None,
    int | None,
    bytes | None,
    bytes | None,
    bytes | None,
]


def row_of(event: NewEvent) -> Row:
    kind = EventKind(event.kind)
    _check_item(event, kind)
    _check_confirmer(event, kind)
    return (
        event.event_id,
        kind.value,
        ActorType(event.actor).value,
        _moment(event.occurred_at),
        canonical(event.body),
        event.item_key,
        event.key_version,
        event.handle,
        event.confirmer_name_hash,
        event.confirmer_key,
    )


def _moment(value: datetime) -> datetime:
    if value.utcoffset() is None:
        raise FieldRefused("occurred_at has no time zone: say which moment it was")
    try:
        moment = value.astimezone(UTC)
    except OverflowError:
        raise FieldRefused("occurred_at is outside the years 1000 to 9999 in UTC") from None
    if moment < EARLIEST:
        raise FieldRefused("occurred_at is outside the years 1000 to 9999 in UTC")
    return moment


def _check_item(event: NewEvent, kind: EventKind) -> None:
    if event.item_key is None and kind in ALARM_KINDS:
        raise FieldRefused(f"an event of kind {kind} names its item: item_key is missing")
    if event.key_version is not None and not SMALLEST <= event.key_version <= LARGEST:
        raise FieldRefused("key_version is not a small number")
    _check_bytes("item_key", event.item_key)
    _check_bytes("handle", event.handle)


def _check_confirmer(event: NewEvent, kind: EventKind) -> None:
    _check_bytes("confirmer_name_hash", event.confirmer_name_hash)
    _check_bytes("confirmer_key", event.confirmer_key)
    if (event.confirmer_name_hash is None) != (event.confirmer_key is None):
        raise FieldRefused("a confirmer has a name and a key, both or neither")
    if event.confirmer_key is not None and kind is not EventKind.ACKNOWLEDGED:
        raise FieldRefused(f"a confirmer belongs on acknowledgments, not on {kind}")


def _check_bytes(name: str, value: bytes | None) -> None:
    if value is not None and len(value) != KEY_BYTES:
        raise FieldRefused(f"{name} has {len(value)} bytes instead of {KEY_BYTES}")
