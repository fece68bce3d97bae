"""Asking shops for what changed, in case that a webhook did not arrive.

A round goes on from the time at which the last whole one began; what webhooks tell meanwhile moves
that by nothing, so what a round leaves out because it breaks off is asked for by the next.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from time import monotonic

from django.db.models import Q

from shopops.connections.models import Connection, State
from shopops.connections.settings import NotSetUp, poller_of
from shopops.connectors import store as records
from shopops.connectors.ports import CannotRead, Fetched, Poller
from shopops.deliveries.taking import take
from shopops.deliveries.waking import wake_pipeline
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable

logger = logging.getLogger(__name__)
LONGEST_PAGE = timedelta(hours=1)  # whose round says nothing for so long has died


def due(now: datetime) -> list[tuple[int, int]]:
    """Shop and connection of each that can be asked now; not of one that is left alone because it
    fails."""
    ready = Q(quiet_until=None) | Q(quiet_until__lte=now)
    active = Connection.objects.filter(ready, state=State.ACTIVE).order_by("pk")
    return list(active.values_list("tenant_id", "pk"))


def poll(*, tenant_id: int, connection_id: int, now: datetime) -> int:
    """How many orders are not as they were. What was taken in before it broke off stays. Nothing
    while another round is under way."""
    with tenant_scope(tenant_id):
        connection = Connection.objects.of(tenant_id).get(pk=connection_id)
        poller = _poller(connection)
        turn = _Round(connection, now)
        if poller is None or not turn.begin():
            return 0
        connection.refresh_from_db(fields=["asked_until"])
    changed = 0
    try:
        for fetched in poller.changed(held_until=connection.asked_until, now=now):
            if (orders := _take(turn, fetched)) is None:
                return changed
            changed += len(orders)
        turn.is_whole()
    except CannotRead as problem:
        logger.warning("connection %s could not be asked: %s", connection_id, problem.code)
    finally:
        turn.end()
    return changed


class _Round:
    """The right to ask a shop, which one at a time has, and only while the shop is connected."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self.tenant_id, self.now = connection.tenant_id, now
        self._connection = Connection.objects.of(self.tenant_id).filter(pk=connection.pk)
        self._began, self._until = monotonic(), now

    def begin(self) -> bool:
        """In the shop's scope."""
        free = Q(asking_until=None) | Q(asking_until__lte=self.now)
        return self._hold(free)

    def goes_on(self) -> bool:
        """In the shop's scope."""
        return self._hold(Q(asking_until=self._until))

    def is_whole(self) -> None:
        with tenant_scope(self.tenant_id):
            self._connection.filter(asking_until=self._until).update(asked_until=self.now)

    def end(self) -> None:
        with tenant_scope(self.tenant_id):
            self._connection.filter(asking_until=self._until).update(asking_until=None)

    def _hold(self, free: Q) -> bool:
        until = self.now + timedelta(seconds=monotonic() - self._began) + LONGEST_PAGE
        held = self._connection.filter(free, state=State.ACTIVE).update(asking_until=until)
        if held:
            self._until = until
        return bool(held)


def _take(turn: _Round, fetched: Fetched) -> Collection[str] | None:
    """The orders that are not as they were; None: the round is over."""
    with tenant_scope(turn.tenant_id):
        records.lock(turn.tenant_id)  # before the connection's row, as who carries out takes them
        if not turn.goes_on():
            return None
        rows = [(fetched.source_format, raw) for raw in fetched.rows]
        result = take(turn.tenant_id, rows, turn.now)
    if result.reason:
        logger.warning("of shop %s was refused: %s", turn.tenant_id, result.reason)
    wake_pipeline(turn.tenant_id, result.changed)
    return result.changed


def _poller(connection: Connection) -> Poller | None:
    try:
        return poller_of(connection)
    except (NotSetUp, Unreadable):
        logger.warning("connection %s has no settings that can be read", connection.pk)
        return None
