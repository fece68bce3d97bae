"""Asking shops for what changed, in case that a webhook did not arrive."""

import logging
from datetime import datetime, timedelta

from django.db.models import Max, Q

from shopops.connections.models import Connection, State
from shopops.connections.settings import NotSetUp, connector_of, settings_of
from shopops.connectors.models import SourceRecord
from shopops.connectors.ports import CannotRead, Poller
from shopops.deliveries.taking import take
from shopops.deliveries.waking import wake_pipeline
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable

logger = logging.getLogger(__name__)
# So long after it was connected a shop is asked as if nothing of it were held: a first webhook says
# nothing of the orders before it, and a first round may break off.
NEW = timedelta(hours=3)


def due(now: datetime) -> list[tuple[int, int]]:
    """Shop and connection of each that can be asked now; not of one that is left alone because it
    fails."""
    ready = Q(quiet_until=None) | Q(quiet_until__lte=now)
    active = Connection.objects.filter(ready, state=State.ACTIVE).order_by("pk")
    return list(active.values_list("tenant_id", "pk"))


def poll(*, tenant_id: int, connection_id: int, now: datetime) -> int:
    """How many orders are not as they were. What was taken in before it broke off stays."""
    with tenant_scope(tenant_id):
        connection = Connection.objects.of(tenant_id).get(pk=connection_id)
        poller = _poller(connection)
        is_new = now - connection.created_at < NEW
        held_until = None if is_new else _held_until(connection)
    changed = 0
    try:
        for fetched in poller.changed(held_until=held_until, now=now) if poller else ():
            rows = [(fetched.source_format, raw) for raw in fetched.rows]
            with tenant_scope(tenant_id):
                result = take(tenant_id, rows, now)
            if result.reason:
                logger.warning("of connection %s was refused: %s", connection_id, result.reason)
            wake_pipeline(tenant_id, result.changed)
            changed += len(result.changed)
    except CannotRead as problem:
        logger.warning("connection %s could not be asked: %s", connection_id, problem.code)
    return changed


def _poller(connection: Connection) -> Poller | None:
    try:
        make = connector_of(connection).poller
        return make(settings_of(connection)) if make else None
    except (NotSetUp, Unreadable):
        logger.warning("connection %s has no settings that can be read", connection.pk)
        return None


def _held_until(connection: Connection) -> datetime | None:
    held = SourceRecord.objects.filter(
        tenant_id=connection.tenant_id, source__in=connector_of(connection).sources
    )
    newest: datetime | None = held.aggregate(newest=Max("source_updated_at"))["newest"]
    return newest
