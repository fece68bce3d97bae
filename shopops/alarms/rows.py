"""One row of the ledger as the fold reads it."""

from datetime import datetime

from msgspec import Struct

from shopops.ledger.kinds import KEY_VERSION, EventKind


class AlarmRow(Struct, frozen=True, kw_only=True):
    """`at` is when the database recorded the row. People are identity keys, 64 hex digits each.

    `seq` None: written by the open transaction, so it stands after all others. `key_version` as
    the row has it; whatever is not today's number is of another epoch. Who is on a row:
    acknowledged has a `confirmer`, handed_off a `holder`, raised and undelivered the one who was
    to be `told`. `until` is the end of a snooze or hand-off. `evidence_digest` goes with observed
    (and `observed_at`, when that evidence was seen) and with resolved and withdrawn, there it is
    what the decision was taken on. `waits`: needs approval and no more, so `ring_after` applies;
    an observation without it ends the delay of an item that nobody was told of yet.
    """

    seq: int | None
    kind: EventKind
    at: datetime
    key_version: int | str | None = KEY_VERSION
    until: datetime | None = None
    confirmer: str | None = None
    holder: str | None = None
    told: str | None = None
    evidence_digest: bytes | None = None
    observed_at: datetime | None = None
    waits: bool = False
