"""What one row changes in an item's story, by kind of event: the cells of the state table."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from shopops.alarms.rows import AlarmRow
from shopops.alarms.states import AlarmStatus
from shopops.alarms.story import Story, hurries, opens_episode, status_at
from shopops.alarms.table import refused
from shopops.ledger.kinds import KEY_VERSION, EventKind

S = AlarmStatus


def apply(story: Story, row: AlarmRow) -> Story:
    """The story with one row more.

    What the state table refuses changes nothing. The ledger lets no such row in; and if one got
    there, it must not be able to silence an item.
    """
    if row.seq is not None:
        if row.seq <= story.last_seq:  # a row that came before
            return story
        story = replace(story, last_seq=row.seq)
    if row.kind not in EFFECTS:  # an execution or a write-back of the item's order
        return story
    if not is_current(row.key_version):
        return _pre_epoch(story, row)
    if row.kind in TOLD_BY_TABLE and refused(row.kind, status_at(story, row.at)):
        return story
    return EFFECTS[row.kind](story, row)


def is_current(key_version: int | str | None) -> bool:
    """Whether a row or a code is of this epoch; missing and unparseable versions are not."""
    return key_version == KEY_VERSION


def _pre_epoch(story: Story, row: AlarmRow) -> Story:
    untold = story.status in (S.NONE, S.DUE_NEW, S.RESOLVED)
    if row.kind is EventKind.RAISED and untold:
        return replace(story, pre_epoch=True)
    return story


def _new_episode(story: Story, row: AlarmRow, *, waits: bool) -> Story:
    return Story(
        status=S.DUE_NEW,
        episode=story.episode + 1,
        opened_at=row.at,
        anchor=row.at,
        waits=waits,
        evidence_digest=row.evidence_digest or story.evidence_digest,
        observed_at=row.observed_at or row.at,
        pre_epoch=story.pre_epoch,
        releases=story.releases,
        last_seq=story.last_seq,
    )


def _observed(story: Story, row: AlarmRow) -> Story:
    observed_at = row.observed_at or row.at
    if opens_episode(story, evidence=row.evidence_digest, observed_at=observed_at):
        # what is back after a resolve rings at once
        return _new_episode(story, row, waits=row.waits and story.status is not S.RESOLVED)
    if hurries(story, waits=row.waits):
        story = replace(story, anchor=row.at, waits=False)
    is_newest = story.observed_at is None or observed_at >= story.observed_at
    if story.status in (S.NONE, S.RESOLVED) or not is_newest:
        return story
    return replace(
        story,
        evidence_digest=row.evidence_digest or story.evidence_digest,
        observed_at=observed_at,
    )


def _raised(story: Story, row: AlarmRow) -> Story:
    if story.status in (S.NONE, S.RESOLVED):
        story = _new_episode(story, row, waits=False)
    to_holder = row.told is not None and row.told == story.holder
    return replace(
        story,
        status=S.RINGING,
        anchor=story.until or story.anchor,
        waits=story.waits and story.until is None,
        rings=story.rings + 1,
        unacknowledged=story.unacknowledged + (not to_holder),
        rung_at=row.at,
        bounced_at=None,
        until=None,
        confirmers=(),
        holder=None,
        told=_with(story.told, row.told),
        pre_epoch=False,
    )


def _undelivered(story: Story, row: AlarmRow) -> Story:
    if story.status in (S.DUE_NEW, S.RESOLVED):
        return story
    is_ringing = story.status is S.RINGING and story.bounced_at is None
    return replace(
        story,
        bounced_at=row.at if is_ringing else story.bounced_at,
        unreachable=_with(story.unreachable, row.told),
    )


def _acknowledged(story: Story, row: AlarmRow) -> Story:
    status = status_at(story, row.at)
    if status is S.HANDED_OFF and row.confirmer != story.holder:
        return story
    until = row.until or row.at
    others: tuple[str, ...] = ()
    if status is S.SNOOZED:
        others, until = story.confirmers, max(until, story.until or until)
    return replace(
        story,
        status=S.SNOOZED,
        until=until,
        confirmers=_with(others, row.confirmer),
        unreachable=tuple(key for key in story.unreachable if key != row.confirmer),
        **_answered(story),
    )


def _handed_off(story: Story, row: AlarmRow) -> Story:
    return replace(
        story,
        status=S.HANDED_OFF,
        until=row.until or row.at,
        confirmers=(),
        holder=row.holder,
        told=_with(story.told, row.holder),
        **_answered(story),
    )


def _answered(story: Story) -> dict[str, object]:
    return {"unacknowledged": 0, "bounced_at": None, "releases": story.releases + 1}


def _unacknowledged(story: Story, row: AlarmRow) -> Story:
    return replace(story, status=S.DUE_AGAIN, anchor=row.at, waits=False, until=None, confirmers=())


def _closed(story: Story, row: AlarmRow) -> Story:
    return Story(
        status=S.RESOLVED if row.kind is EventKind.RESOLVED else S.NONE,
        episode=story.episode,
        opened_at=story.opened_at,
        closed_at=row.at,
        rings=story.rings,
        rung_at=story.rung_at,
        told=story.told,
        evidence_digest=row.evidence_digest or story.evidence_digest,
        observed_at=story.observed_at,
        releases=story.releases + 1,
        last_seq=story.last_seq,
    )


def _with(people: tuple[str, ...], person: str | None) -> tuple[str, ...]:
    return people if person is None or person in people else (*people, person)


EFFECTS: Mapping[EventKind, Callable[[Story, AlarmRow], Story]] = {
    EventKind.OBSERVED: _observed,
    EventKind.RAISED: _raised,
    EventKind.UNDELIVERED: _undelivered,
    EventKind.ACKNOWLEDGED: _acknowledged,
    EventKind.UNACKNOWLEDGED: _unacknowledged,
    EventKind.HANDED_OFF: _handed_off,
    EventKind.RESOLVED: _closed,
    EventKind.WITHDRAWN: _closed,
}
# An observation of an open item is a note; and a mail that reached somebody has rung, whatever
# the item's state was.
TOLD_BY_TABLE = EFFECTS.keys() - {EventKind.OBSERVED, EventKind.RAISED}
