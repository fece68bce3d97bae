"""What the ledger's rows say about one item, row by row; neither time nor settings are asked.

So a projection can keep a `Story`: it changes with a row and with nothing else. fold.py turns it
into the state at a moment.
"""

from datetime import datetime

from msgspec import Struct

from shopops.alarms.states import AlarmState, AlarmStatus

S = AlarmStatus


class Story(Struct, frozen=True, kw_only=True):
    """The members that AlarmState has too mean the same.

    `anchor`: from where rings are scheduled (plus ring_after where the item `waits`).
    `bounced_at`: the newest ring reached nobody, known since then. `observed_at`: when the newest
    evidence was seen.
    """

    status: AlarmStatus = S.NONE
    episode: int = 0
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    anchor: datetime | None = None
    waits: bool = False
    rings: int = 0
    unacknowledged: int = 0
    rung_at: datetime | None = None
    bounced_at: datetime | None = None
    until: datetime | None = None
    confirmers: tuple[str, ...] = ()
    holder: str | None = None
    unreachable: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    evidence_digest: bytes | None = None
    observed_at: datetime | None = None
    pre_epoch: bool = False
    releases: int = 0
    last_seq: int = 0


def status_at(story: Story, at: datetime) -> AlarmStatus:
    """A snooze or hand-off is over from the moment `until` on."""
    if story.status in (S.SNOOZED, S.HANDED_OFF):
        return S.DUE_AGAIN if story.until is None or story.until <= at else story.status
    return S.DUE_AGAIN if story.bounced_at else story.status


def hurries(state: Story | AlarmState, *, waits: bool) -> bool:
    """Whether an observation ends the delay of an item that nobody was told of yet: what needed
    approval and no more has become worse."""
    return state.status is S.DUE_NEW and state.waits and not waits


def opens_episode(
    state: Story | AlarmState, *, evidence: bytes | None, observed_at: datetime
) -> bool:
    """Whether an observation is news: for a closed item only on evidence not known at its close."""
    if state.status not in (S.NONE, S.RESOLVED):
        return False
    if state.closed_at is None:
        return True
    return evidence != state.evidence_digest and observed_at > state.closed_at
