"""Orders that a shop spoke of without telling us how they are: their source is asked for them.

A refund may overtake its order. What is fetched has the refund in it. An order in the bin is read
as one that was cancelled. One that is gone for good stays as it was known: before anything is done
about it the gate asks for it too, and lets nothing through.

What is to be asked for stands with its delivery until it was answered: where the first asking was
lost, or the shop failed, the beat's rounds ask again.
"""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from enum import Enum, auto

from django.utils.translation import gettext_noop

from shopops.connections.models import Connection, Delivery, State, Taken
from shopops.connections.settings import NotSetUp, reader_of
from shopops.connectors.ports import NO_ORDER, CannotRead, Reader
from shopops.deliveries.taking import take
from shopops.deliveries.waking import wake_pipeline
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable

logger = logging.getLogger(__name__)
FETCHED = gettext_noop("It came before its order, which was then read from the shop.")
ASKED_FOR = timedelta(days=7)  # since it came
WAITED_FOR = timedelta(days=1)  # for an order that the shop spoke of, and does not show yet
MOST, MOST_FAILURES = 200, 3  # in one round


class _Became(Enum):
    """`OVER`: the source said all that it will say of it."""

    HERE = auto()
    OVER = auto()
    NOT_YET = auto()
    FAILED = auto()


def fetch(
    *, tenant_id: int, delivery_id: int, order_ids: Collection[str], now: datetime
) -> set[str]:
    """Which of them are here now. The delivery that spoke of them counts as taken once all are."""
    return _here(_asked(tenant_id, delivery_id, order_ids, now))


def fetch_left(*, tenant_id: int, connection_id: int, now: datetime) -> set[str]:
    """The same for all that is still to be asked for, in no order, so that what cannot be read
    holds up nothing for long. It leaves off where the shop fails."""
    with tenant_scope(tenant_id):
        rows = Delivery.objects.of(tenant_id).filter(
            connection_id=connection_id, to_read__isnull=False, received_at__gt=now - ASKED_FOR
        )
        waiting = list(rows.order_by("?").values_list("pk", "to_read")[:MOST])
    here: set[str] = set()
    failures = 0
    for delivery_id, order_ids in waiting:
        became = _asked(tenant_id, delivery_id, order_ids or (), now)
        here |= _here(became)
        failures += list(became.values()).count(_Became.FAILED)
        if failures >= MOST_FAILURES:
            break
    return here


def _asked(
    tenant_id: int, delivery_id: int, order_ids: Collection[str], now: datetime
) -> dict[str, _Became]:
    with tenant_scope(tenant_id):
        found = Delivery.objects.of(tenant_id).select_related("connection").filter(pk=delivery_id)
        delivery = found.first()
    reader = _reader(delivery.connection) if delivery else None
    if delivery is None or reader is None:
        return {}
    became = {one: _take(delivery, reader, one, now) for one in order_ids}
    with tenant_scope(tenant_id):
        _settle(delivery, became)
    wake_pipeline(tenant_id, _here(became))
    return became


def _here(became: Mapping[str, _Became]) -> set[str]:
    return {one for one, how in became.items() if how is _Became.HERE}


def _reader(connection: Connection) -> Reader | None:
    if connection.state != State.ACTIVE:
        return None
    try:
        return reader_of(connection)
    except (NotSetUp, Unreadable):
        logger.warning("connection %s has no settings that can be read", connection.pk)
        return None


def _take(delivery: Delivery, reader: Reader, order_id: str, now: datetime) -> _Became:
    """The shop is asked outside of any transaction."""
    try:
        fetched = reader.order(order_id)
    except CannotRead as problem:
        logger.warning("an order could not be read from its shop: %s", problem.code)
        if problem.code not in NO_ORDER:
            return _Became.FAILED
        waits = delivery.outcome == Taken.REFUSED and now - delivery.received_at < WAITED_FOR
        return _Became.NOT_YET if waits else _Became.OVER
    with tenant_scope(delivery.tenant_id):
        rows = [(fetched.source_format, raw) for raw in fetched.rows]
        refused = take(delivery.tenant_id, rows, now).outcome is Taken.REFUSED
    return _Became.OVER if refused else _Became.HERE


def _settle(delivery: Delivery, became: Mapping[str, _Became]) -> None:
    """Others may have asked meanwhile, and the delivery may have come again."""
    row = Delivery.objects.select_for_update(no_key=True).filter(pk=delivery.pk).first()
    if row is None:
        return
    answered = {one for one, how in became.items() if how in (_Became.HERE, _Became.OVER)}
    row.to_read = [one for one in row.to_read or () if one not in answered] or None
    if row.outcome == Taken.REFUSED and _here(became) == set(became):
        row.outcome, row.reason = Taken.TAKEN, FETCHED
    row.save(update_fields=["to_read", "outcome", "reason"])
