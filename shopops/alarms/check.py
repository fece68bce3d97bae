"""Whether an event may be written for an item now, and if not, why: one code."""

from datetime import datetime, timedelta

from shopops.alarms.config import AlarmConfig
from shopops.alarms.effects import is_current
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.alarms.story import hurries, opens_episode
from shopops.alarms.table import RELEASES, refused
from shopops.ledger.kinds import KEY_VERSION, EventKind

C = RefusalCode


def check(
    state: AlarmState,
    kind: EventKind,
    *,
    now: datetime,
    config: AlarmConfig,
    confirmer: str | None = None,
    until: datetime | None = None,
    holder: str | None = None,
    evidence: bytes | None = None,
    observed_at: datetime | None = None,
    reopens: bool = False,
    waits: bool = False,
    key_version: int | str | None = KEY_VERSION,
    episode: int | None = None,
) -> RefusalCode | None:
    """None: append the row. `state` is the item's at the same `now`.

    `key_version` and `episode` are those of the raise or code that an answer refers to, where it
    refers to one. An acknowledgment without `until` gets `usual_end`. `evidence`,
    `observed_at`, `reopens` and `waits` go with an observation, as on an AlarmRow.
    """
    if kind in RELEASES:
        if state.pre_epoch or not is_current(key_version):
            return C.PRE_EPOCH
        if episode is not None and episode != state.episode:
            return C.OLDER_EPISODE
    if kind is EventKind.OBSERVED and not state.is_open:
        seen = observed_at or now
        if not opens_episode(state, evidence=evidence, observed_at=seen, reopens=reopens):
            return C.SAME_EVIDENCE
    return (
        _wrong_fields(kind, confirmer=confirmer, until=until, holder=holder)
        or _by_table(state, kind, now=now, waits=waits)
        or _wrong_moment(state, kind, now=now, confirmer=confirmer)
        or _wrong_end(kind, until, now=now, config=config)
    )


def usual_end(*, now: datetime, config: AlarmConfig) -> datetime:
    """The end of a snooze that names none."""
    return now + timedelta(minutes=config.snooze_default_minutes)


def latest_end(kind: EventKind, *, now: datetime, config: AlarmConfig) -> datetime:
    """The last moment that an acknowledgment or a hand-off may name."""
    minutes = {
        EventKind.ACKNOWLEDGED: config.snooze_max_minutes,
        EventKind.HANDED_OFF: config.hand_off_max_minutes,
    }
    return now + timedelta(minutes=minutes[kind])


def _by_table(
    state: AlarmState, kind: EventKind, *, now: datetime, waits: bool
) -> RefusalCode | None:
    """The cell; but what no longer waits for its delay is told to an item that is not due yet."""
    is_early = state.due_at is not None and now < state.due_at
    if kind is EventKind.OBSERVED and is_early and hurries(state, waits=waits):
        return None
    return refused(kind, state.status)


def _wrong_fields(
    kind: EventKind, *, confirmer: str | None, until: datetime | None, holder: str | None
) -> RefusalCode | None:
    if confirmer is not None and kind is not EventKind.ACKNOWLEDGED:
        return C.CONFIRMER_NOT_ALLOWED
    if kind is EventKind.HANDED_OFF:
        if holder is None:
            return C.HOLDER_MISSING
        return C.UNTIL_MISSING if until is None else None
    if holder is not None:
        return C.HOLDER_NOT_ALLOWED
    if until is not None and kind is not EventKind.ACKNOWLEDGED:
        return C.UNTIL_NOT_ALLOWED
    return None


def _wrong_moment(
    state: AlarmState, kind: EventKind, *, now: datetime, confirmer: str | None
) -> RefusalCode | None:
    """A ring that is not due, or an acknowledgment of what somebody else holds."""
    if kind is EventKind.RAISED and state.send_at is not None and now < state.send_at:
        return C.NOT_DUE
    is_held = state.status is AlarmStatus.HANDED_OFF
    if kind is EventKind.ACKNOWLEDGED and is_held and confirmer != state.holder:
        return C.HANDED_OFF
    return None


def _wrong_end(
    kind: EventKind, until: datetime | None, *, now: datetime, config: AlarmConfig
) -> RefusalCode | None:
    if until is None:
        return None
    if until <= now:
        return C.UNTIL_PAST
    return C.UNTIL_TOO_FAR if until > latest_end(kind, now=now, config=config) else None
