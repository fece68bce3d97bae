"""What is known about one alarm item at one moment."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class AlarmStatus(StrEnum):
    NONE = "none"  # never observed, or withdrawn before anybody was told
    DUE_NEW = "due_new"  # nobody was told in this episode
    RINGING = "ringing"
    SNOOZED = "snoozed"
    HANDED_OFF = "handed_off"
    DUE_AGAIN = "due_again"
    RESOLVED = "resolved"


OPEN = frozenset(AlarmStatus) - {AlarmStatus.NONE, AlarmStatus.RESOLVED}


class AlarmState(Struct, frozen=True, kw_only=True):
    """One item at the moment it was folded for. People are identity keys, 64 hex digits each.

    `episode` counts from 1; 0 is before the first. `rings` are the episode's; `unacknowledged`
    those of the roster since somebody last acknowledged or took over. `due_at` is when the next
    ring falls due, `send_at` when it may be sent: not in quiet hours, not during maintenance.
    `waits`: it needs approval and no more, so its first ring is held for the shop's delay.
    `until` is the end of the snooze or hand-off. `step` and `holder` say who is rung next: the
    holder of an ended hand-off, else that step of the roster; nobody in `unreachable`, to whom a
    ring of this episode could not be delivered. `exhausted`: the last step had all its rings.
    `told`: who got a ring or a hand-off in this episode. `pre_epoch`: the open episode has raises,
    and all are of another key version. `releases` counts answers and endings: when it differs from
    the one before a send, that send was superseded.
    """

    status: AlarmStatus
    episode: int = 0
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    rings: int = 0
    unacknowledged: int = 0
    rung_at: datetime | None = None
    due_at: datetime | None = None
    send_at: datetime | None = None
    waits: bool = False
    until: datetime | None = None
    confirmers: tuple[str, ...] = ()
    holder: str | None = None
    step: int = 0
    exhausted: bool = False
    unreachable: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    evidence_digest: bytes | None = None
    pre_epoch: bool = False
    releases: int = 0
    last_seq: int = 0

    @property
    def is_open(self) -> bool:
        return self.status in OPEN
