"""Change how a shop's alarms ring: a new version and a ledger event, together or not at all."""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from django.utils.translation import gettext
from msgspec.structs import replace

from shopops.administration.refusals import (
    Impossible,
    NothingChanged,
    ReasonRequired,
    VersionMoved,
    WindowGone,
)
from shopops.alarms import numbers
from shopops.alarms.clock import database_now
from shopops.alarms.config import AlarmConfig, Maintenance
from shopops.alarms.models import AlarmConfigVersion
from shopops.tenants.models import Membership
from shopops.tenants.own_reasons import MAINTENANCE_ENDED, MAINTENANCE_PLANNED
from shopops.tenants.scope import tenant_scope

LONGEST_WINDOW = timedelta(days=14)
MOST_WINDOWS = 50
Change = Callable[[AlarmConfig, datetime], AlarmConfig]


def change_ringing(
    *,
    tenant_id: int,
    config: AlarmConfig,
    based_on: int,
    reason: str,
    author: Membership | None,
) -> AlarmConfigVersion:
    """Save `config` as the next version and apply it to what is open.

    `based_on` is the version that the author had before them. Raises `VersionMoved` when somebody
    saved another one meanwhile, `NothingChanged`, `ReasonRequired` and `Impossible`; then nothing
    is written.
    """

    def change(current: AlarmConfig, _: datetime) -> AlarmConfig:
        if current.version != based_on:
            raise VersionMoved(current.version)
        return config

    return _save(tenant_id, change, reason, author)


def plan_maintenance(
    *, tenant_id: int, start: datetime, end: datetime, why: str, author: Membership | None
) -> AlarmConfigVersion:
    """Hold every mail from `start` to `end`. Windows that are over leave the list.

    Nobody's other change is lost by it, so it names no version. Raises as `change_ringing`.
    """
    window = Maintenance(start=start, end=end, reason=why.strip())

    def change(current: AlarmConfig, now: datetime) -> AlarmConfig:
        _check(window, now)
        kept = [one for one in current.maintenance if one.end > now]
        if len(kept) >= MOST_WINDOWS:
            raise Impossible(
                gettext(
                    "At most {most_windows} windows are planned at once: end one first."
                ).format(most_windows=MOST_WINDOWS)
            )
        planned = sorted([*kept, window], key=lambda one: one.start)
        return replace(current, maintenance=tuple(planned))

    reason = MAINTENANCE_PLANNED.format(why=why.strip()) if why else ""
    return _save(tenant_id, change, reason, author)


def end_maintenance(
    *, tenant_id: int, start: datetime, end: datetime, author: Membership | None
) -> AlarmConfigVersion:
    """A window that has begun ends now, and what it held rings; one to come is taken away.

    Raises `WindowGone`.
    """

    def change(current: AlarmConfig, now: datetime) -> AlarmConfig:
        live = [one for one in current.maintenance if one.end > now]
        found = next((one for one in live if (one.start, one.end) == (start, end)), None)
        if found is None:
            raise WindowGone
        rest = [one for one in live if one is not found]
        if found.start < now:
            rest.append(replace(found, end=now))
        return replace(current, maintenance=tuple(sorted(rest, key=lambda one: one.start)))

    return _save(tenant_id, change, MAINTENANCE_ENDED, author)


def _save(
    tenant_id: int, change: Change, reason: str, author: Membership | None
) -> AlarmConfigVersion:
    if not reason.strip():
        raise ReasonRequired
    with tenant_scope(tenant_id):
        numbers.lock(tenant_id)
        current = numbers.current(tenant_id)
        config = change(current, database_now())
        if replace(config, version=current.version) == current:
            raise NothingChanged
        try:
            return numbers.save_config(
                tenant_id=tenant_id, config=config, reason=reason.strip()[:500], author=author
            )
        except msgspec.ValidationError as problem:
            raise Impossible(
                gettext("These settings can't be: {problem}.").format(problem=problem)
            ) from problem
        except numbers.NumbersMoved as moved:
            raise VersionMoved(current.version + 1) from moved


def _check(window: Maintenance, now: datetime) -> None:
    if window.end <= window.start:
        raise Impossible(gettext("The window ends before it starts: correct one of the two."))
    if window.end <= now:
        raise Impossible(gettext("The window is over already: choose a later end."))
    if window.end - window.start > LONGEST_WINDOW:
        raise Impossible(
            gettext(
                "A window is 14 days at most, so that nothing is forgotten: plan a shorter one."
            )
        )
