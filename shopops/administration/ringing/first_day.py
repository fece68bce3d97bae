"""What an item would do in its first 24 hours if nobody answered: the rings themselves, worked out
by the functions that ring. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.alarms.effects import apply
from shopops.alarms.fold import view
from shopops.alarms.ringing.whom import Contact, whom
from shopops.alarms.rows import AlarmRow
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.alarms.story import Story
from shopops.ledger.kinds import EventKind

DAY = timedelta(hours=24)
EVIDENCE = b"\0" * 32


class Ring(Struct, frozen=True, kw_only=True):
    """`name` is empty when nobody could be told."""

    at: datetime
    name: str
    step: int


def rings_of(
    config: AlarmConfig, roster: Sequence[Contact], *, seen: datetime, waits: bool = False
) -> list[Ring]:
    """Of an item that trouble was `seen` for at that moment. Ends where nobody can be told."""
    row = AlarmRow(
        seq=None,
        kind=EventKind.OBSERVED,
        at=seen,
        evidence_digest=EVIDENCE,
        observed_at=seen,
        waits=waits,
    )
    story, rings = apply(Story(), row), list[Ring]()
    at = view(story, now=seen, config=config).send_at
    while at is not None and at < seen + DAY:
        state = view(story, now=at, config=config)
        contact = whom(state, roster)
        if contact is None:
            return [*rings, Ring(at=at, name="", step=state.step)]
        rings.append(Ring(at=at, name=contact.name, step=contact.step))
        told = AlarmRow(seq=None, kind=EventKind.RAISED, at=at, told=contact.key)
        story = apply(story, told)
        at = view(story, now=at, config=config).send_at
    return rings


def people_of(step: int, roster: Sequence[Contact]) -> list[Contact]:
    """Who takes the rings of a step, in turns: its people, or those of the next step that has
    any. Empty: nobody can be told."""
    found: dict[str, Contact] = {}
    for number in range(len(roster)):
        state = AlarmState(status=AlarmStatus.RINGING, step=step, unacknowledged=number)
        contact = whom(state, roster)
        if contact is not None:
            found.setdefault(contact.key, contact)
    return list(found.values())
