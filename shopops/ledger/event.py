"""What callers hand to the ledger and what they get back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Union
from uuid import UUID, uuid4

from shopops.ledger.kinds import ActorType, EventKind

Json = Union[str, int, bool, None, "Sequence[Json]", "Mapping[str, Json]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event to append.

    `event_id` is the idempotency key: the same id with the same bytes gives the old row, with
    different bytes it is refused. `body` holds no float and no personal value; by convention
    `body["order"]` is the order's id, which is how a timeline finds it. Kinds of an alarm name
    their item. The two confirmer fields, 32 bytes each, go together and only on acknowledgments.
    """

    kind: EventKind
    actor: ActorType
    occurred_at: datetime
    body: Mapping[str, Json]
    event_id: UUID = field(default_factory=uuid4)
    item_key: bytes | None = None
    key_version: int | None = None
    handle: bytes | None = None
    confirmer_name_hash: bytes | None = None
    confirmer_key: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """A row that is on the ledger once the scope ends. `is_new` is false for a repeated event."""

    event_id: UUID
    recorded_at: datetime
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event as the ledger holds it. `seq` and `leaf_hash` exist once it is committed."""

    event_id: UUID
    kind: EventKind
    actor: ActorType
    occurred_at: datetime
    recorded_at: datetime
    body: Mapping[str, Json]
    seq: int | None
    leaf_hash: bytes | None
    item_key: bytes | None = None
    key_version: int | None = None
    confirmer_name_hash: bytes | None = None
    confirmer_key: bytes | None = None
