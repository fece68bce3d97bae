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
    waits: bool = False,
    key_version: int | str | None = KEY_VERSION,
    episode: int | None = None,
) -> RefusalCode | None:
    """None: append the row. `state` is the item's at the same `now`.

    `key_version` and `episode` are those of the raise or code that an answer refers to, where it
    refers to one. An acknowledgment without `until` gets `usual_end`. `evidence`,
    `observed_at` and `waits` go with an observation, as on an AlarmRow.
    """
    return (
        _older_epoch(state, kind, key_version)
        or _older_episode(state, kind, episode)
        or _no_news(state, kind, evidence=evidence, observed_at=observed_at or now)
        or _wrong_fields(kind, confirmer=confirmer, until=until, holder=holder)
        or check_state(state, kind, now=now, waits=waits)
        or _not_the_holder(state, kind, confirmer)
        or _wrong_end(kind, until, now=now, config=config)
    )


def check_state(
    state: AlarmState, kind: EventKind, *, now: datetime, waits: bool = True
) -> RefusalCode | None:
    """What the item's state refuses, before anything else about the event is known. What no longer
    waits for its delay is told to an item that is not due yet."""
    is_early = state.due_at is not None and now < state.due_at
    if kind is EventKind.OBSERVED and is_early and hurries(state, waits=waits):
        return None
    if kind is EventKind.RAISED and state.send_at is not None and now < state.send_at:
        return C.NOT_DUE
    return _older_epoch(state, kind) or refused(kind, state.status)


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


def _older_epoch(
    state: AlarmState, kind: EventKind, key_version: int | str | None = KEY_VERSION
) -> RefusalCode | None:
    is_older = state.pre_epoch or not is_current(key_version)
    return C.PRE_EPOCH if kind in RELEASES and is_older else None


def _older_episode(state: AlarmState, kind: EventKind, episode: int | None) -> RefusalCode | None:
    is_older = episode is not None and episode != state.episode
    return C.OLDER_EPISODE if kind in RELEASES and is_older else None


def _no_news(
    state: AlarmState, kind: EventKind, *, evidence: bytes | None, observed_at: datetime
) -> RefusalCode | None:
    if kind is not EventKind.OBSERVED or state.is_open:
        return None
    is_news = opens_episode(state, evidence=evidence, observed_at=observed_at)
    return None if is_news else C.SAME_EVIDENCE


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


def _not_the_holder(
    state: AlarmState, kind: EventKind, confirmer: str | None
) -> RefusalCode | None:
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
