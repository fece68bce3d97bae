"""Which item an alarm is about: a key from stable identifiers, and from nothing a model wrote.

The key says record, authored date and obligation, never the proposal, so that the same obligation
has the same key on every run of every day. Two records that a source keeps twice stay two items.
"""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum

from msgspec import Struct

from shopops.alarms.refusals import RefusalCode, Refused
from shopops.ledger.kinds import KEY_VERSION

Part = str | int | None
PURPOSE = "shopops alarm item"  # no other hash of this program starts so


class Obligation(StrEnum):
    """What somebody owes the customer; code chooses it, and stalled that turns to returned
    stays `shipment`."""

    SHIPMENT = "shipment"
    MONEY = "money"
    CONTACT = "contact"
    CHARGEBACK = "chargeback"
    DUPLICATE = "duplicate"
    EXECUTION = "execution"
    REVIEW = "review"


class RecordKind(StrEnum):
    """The shipment for tracking trouble, the transaction for money trouble, else the order."""

    ORDER = "order"
    SHIPMENT = "shipment"
    TRANSACTION = "transaction"


class RecordRef(Struct, frozen=True, kw_only=True):
    """A record as its source names it.

    `ids` from the outside in, as many as its source needs: (order id,) or (order id, shipment id);
    None stands where the source has no id. `authored_at` is when the record was made at its source.
    """

    source: str
    kind: RecordKind
    ids: tuple[str | None, ...]
    authored_at: datetime | None


def item_key(
    tenant: str, record: RecordRef, obligation: Obligation, *, label: str | None = None
) -> bytes:
    """The item's 32 bytes; `Refused` when the record has no id or no authored date.

    `label` is accepted because callers have one, and ignored because people and models write it.
    """
    del label
    if not any(record.ids):
        raise Refused(RefusalCode.UNKNOWN_RECORD)
    parts: list[Part] = [
        PURPOSE,
        KEY_VERSION,
        tenant,
        record.source,
        record.kind.value,
        len(record.ids),
        *record.ids,
        _authored_date(record.authored_at),
        obligation.value,
    ]
    return hashlib.sha256(encode(parts)).digest()


def encode(parts: Iterable[Part]) -> bytes:
    """Different parts give different bytes: each is its type, its length and its content."""
    return b"".join(_encoded(part) for part in parts)


def _encoded(part: Part) -> bytes:
    match part:
        case None:
            kind, content = b"n", b""
        case str():
            # surrogatepass: whatever a source calls a record, two names stay two
            kind, content = b"s", part.encode("utf-8", "surrogatepass")
        case _:
            kind, content = b"i", str(part).encode()
    return kind + len(content).to_bytes(8, "big") + content


def _authored_date(authored_at: datetime | None) -> str:
    if authored_at is None or authored_at.tzinfo is None:
        raise Refused(RefusalCode.NO_AUTHORED_DATE)
    try:
        return authored_at.astimezone(UTC).date().isoformat()
    except OverflowError:  # the first or last hours that a calendar has
        raise Refused(RefusalCode.NO_AUTHORED_DATE) from None
