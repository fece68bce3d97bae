"""Connect a shop, change, pause, resume and remove it: each with a reason and a ledger event.

No secret is in what these record, raise or answer.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

from msgspec import Struct

from shopops.administration.connections.models import Change
from shopops.administration.connections.recording import record, version_of
from shopops.administration.connections.refusals import (
    CannotCarryOut,
    ConnectedAlready,
    ConnectionMoved,
    NotConnected,
    NothingDiffers,
    NotTested,
    OtherPlace,
    SayWhy,
)
from shopops.administration.connections.trying import check
from shopops.connections.models import CarriesOut, Connection, Delivery, State
from shopops.connections.settings import NotSetUp, connector_of, sealed, settings_of
from shopops.connectors.shop import Connector
from shopops.connectors.shops import CONNECTORS
from shopops.execution.hands import judge_again
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable


class Asked(Struct, frozen=True, kw_only=True):
    """Who changes which connection of their shop, and why. `seen`: its version when it was
    shown to them."""

    author: Membership
    connection_id: int
    seen: int
    reason: str
    now: datetime


def connect(
    *,
    author: Membership,
    connector: Connector,
    title: str,
    settings: Mapping[str, str],
    reason: str,
    now: datetime,
) -> Connection:
    """It carries nothing out at first. Raises `ConnectedAlready`, `SayWhy` and `WrongSettings`."""
    reason = _reason(reason)
    check(connector, settings)
    tenant_id = author.tenant_id
    with tenant_scope(tenant_id):
        hold_author(author)
        Tenant.objects.select_for_update(no_key=True).get(pk=tenant_id)
        others = Connection.objects.of(tenant_id).exclude(state=State.REMOVED)
        if others.filter(connector=connector.name).exists():
            raise ConnectedAlready
        made = Connection.objects.create(
            tenant_id=tenant_id,
            connector=connector.name,
            title=title,
            settings_sealed=sealed(settings),
            created_by=author,
            created_at=now,
        )
        names = sorted(name for name, value in settings.items() if value)
        record(made, Change.CONNECTED, author=author, reason=reason, now=now, settings=names)
    return made


def change(
    *, asked: Asked, title: str, settings: Mapping[str, str], forget: Collection[str] = ()
) -> Connection:
    """`settings`: a secret that is left blank stays as it is, unless it is to be forgotten. What
    was tested before counts no longer, and what is on its way passes the gate again. Raises
    `NothingDiffers` and `OtherPlace` besides."""
    with _locked(asked, judged_again=True) as connection:
        connector = connector_of(connection)
        old = _settings(connection)
        kept = _kept(connector, old, settings, forget)
        moved = _is_elsewhere(connector, old, settings)
        if moved and any(kept.values()):
            raise OtherPlace
        new = {**settings, **kept}
        names = sorted(name for name in {*old, *new} if old.get(name, "") != new.get(name, ""))
        if not names and title == connection.title:
            raise NothingDiffers
        if names:
            check(connector, new)
            connection.settings_sealed = sealed(new)
            _untested(connection)
            connection.failures, connection.quiet_until = 0, None
        if moved:  # a round of asking that goes on is one of the place that was left
            connection.asked_until, connection.asking_until = None, None
            left = Delivery.objects.of(connection.tenant_id).filter(connection=connection)
            left.filter(to_read__isnull=False).update(to_read=None)
        connection.title = title
        connection.save()
        gone = [name for name in names if not new.get(name)]
        _record(asked, connection, Change.CHANGED, settings=names, forgotten=gone)
    return connection


def carry_out(*, asked: Asked, what: CarriesOut) -> Connection:
    """From now on. What was decided before waits for a person all the same; but going from one kind
    of carrying out to the other strands nothing that is on its way. Raises `CannotCarryOut`,
    `NotConnected` and `NotTested` besides."""
    with _locked(asked) as connection:
        before = CarriesOut(connection.carries_out)
        if before == what:
            raise NothingDiffers
        if what is not CarriesOut.NOTHING:
            _may_carry_out(connection)
        if what is CarriesOut.NOTHING:
            connection.carries_out_since = None
        elif before is CarriesOut.NOTHING:
            connection.carries_out_since = asked.now
        connection.carries_out = what
        connection.save(update_fields=["carries_out", "carries_out_since"])
        _record(asked, connection, Change.CARRIES_OUT, before=before.value, after=what.value)
    return connection


def pause(*, asked: Asked) -> Connection:
    """Nothing is sent or read until it is resumed; deliveries are still taken in."""
    with _locked(asked) as connection:
        _turn(connection, State.PAUSED, {State.ACTIVE})
        _record(asked, connection, Change.PAUSED)
    return connection


def resume(*, asked: Asked) -> Connection:
    with _locked(asked) as connection:
        connection.failures, connection.quiet_until = 0, None
        _turn(connection, State.ACTIVE, {State.PAUSED, State.UNINSTALLED})
        _record(asked, connection, Change.RESUMED)
    return connection


def remove(*, asked: Asked) -> Connection:
    """For good: its settings are erased and its address takes nothing more. What came and what was
    done stays."""
    with _locked(asked) as connection:
        connection.settings_sealed = b""
        connection.carries_out, connection.carries_out_since = CarriesOut.NOTHING, None
        _untested(connection)
        connection.failures, connection.quiet_until = 0, None
        _turn(connection, State.REMOVED, {State.ACTIVE, State.PAUSED, State.UNINSTALLED})
        _record(asked, connection, Change.REMOVED)
    return connection


@contextmanager
def _locked(asked: Asked, *, judged_again: bool = False) -> Iterator[Connection]:
    """The connection as it was seen, for nobody else to change. Raises `ConnectionMoved` and
    `SayWhy`. `judged_again`: so is what it carries out, whose rows everybody locks before its."""
    _reason(asked.reason)
    tenant_id = asked.author.tenant_id
    with tenant_scope(tenant_id):
        hold_author(asked.author)
        if judged_again:
            judge_again(tenant_id, asked.connection_id)
        found = Connection.objects.of(tenant_id).filter(pk=asked.connection_id)
        connection = found.select_for_update(no_key=True).get()
        if connection.state == State.REMOVED or version_of(connection) != asked.seen:
            raise ConnectionMoved
        yield connection


def _untested(connection: Connection) -> None:
    connection.tested_at, connection.test_failed_at, connection.test_says = None, None, ""
    connection.unproven, connection.unproven_at = 0, None


def _settings(connection: Connection) -> dict[str, str]:
    """What is not there or can't be opened any more has to be typed anew."""
    try:
        return settings_of(connection)
    except (NotSetUp, Unreadable):
        return {}


def _kept(
    connector: Connector, old: Mapping[str, str], new: Mapping[str, str], forget: Collection[str]
) -> dict[str, str]:
    """The secrets that stay as they are."""
    secret = {one.name for one in connector.settings if one.secret and not new.get(one.name)}
    return {name: old.get(name, "") for name in secret.difference(forget)}


def _is_elsewhere(connector: Connector, old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    places = [one.name for one in connector.settings if one.place]
    return any(old.get(name, "") != new.get(name, "") for name in places)


def _turn(connection: Connection, to: State, since: set[State]) -> None:
    if connection.state not in since:
        raise ConnectionMoved
    connection.state = to
    connection.save()


def _may_carry_out(connection: Connection) -> None:
    connector = CONNECTORS.get(connection.connector)
    if connector is None or connector.writer is None:
        raise CannotCarryOut
    if connection.state != State.ACTIVE:
        raise NotConnected
    if connection.tested_at is None:
        raise NotTested


def _record(
    asked: Asked,
    connection: Connection,
    change: Change,
    *,
    settings: Sequence[str] = (),
    forgotten: Sequence[str] = (),
    before: str = "",
    after: str = "",
) -> None:
    record(
        connection,
        change,
        author=asked.author,
        reason=_reason(asked.reason),
        now=asked.now,
        settings=settings,
        forgotten=forgotten,
        before=before,
        after=after,
    )


def _reason(reason: str) -> str:
    if not reason.strip():
        raise SayWhy
    return reason.strip()
