"""What a delivery says besides records. In the shop's scope.

Wishes of customers and of the shop about what is kept of them wait for a person, each as a request
of its own: what is erased is gone for good, and a signed webhook alone is too little for that.
"""

import logging
from datetime import datetime

from django.utils.translation import gettext_noop

from shopops import ledger
from shopops.connections.models import Connection, Delivery, State, Taken
from shopops.connections.noted import with_about
from shopops.connectors.models import SourceRecord
from shopops.connectors.ports import Delivered, Happening
from shopops.connectors.readable import readable
from shopops.deliveries.outcome import LONGEST_REASON, Result
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.privacy.models import RequestKind
from shopops.privacy.requests import take_request

logger = logging.getLogger(__name__)

FOR_A_PERSON = {
    Happening.CUSTOMER_DATA_ASKED: gettext_noop(
        "A customer asks what is kept of them. A person must answer, under Customer data."
    ),
    Happening.CUSTOMER_ERASED: gettext_noop(
        "A customer is to be erased. A person must do it, under Customer data."
    ),
    Happening.SHOP_ERASED: gettext_noop(
        "All that is kept of this shop is to be erased. A person must do it, under Customer data."
    ),
}
UNINSTALLED = gettext_noop("The shop uninstalled the app. Nothing is sent to it any more.")
LATE = gettext_noop("It was uninstalled before it was connected again; nothing changed.")
ALREADY = gettext_noop("It was known already.")
LEFT = gettext_noop(
    "The shop deleted an order or put it into the bin. It is asked how the order is now."
)


ASKED = {
    Happening.CUSTOMER_DATA_ASKED: RequestKind.ACCESS,
    Happening.CUSTOMER_ERASED: RequestKind.ERASE_CUSTOMER,
    Happening.SHOP_ERASED: RequestKind.ERASE_SHOP,
}


def note(
    connection: Connection, delivered: Delivered, now: datetime, row: Delivery | None = None
) -> Result:
    """`row`: of the delivery; one and the same makes one request."""
    if delivered.happening is Happening.UNINSTALLED:
        return Result(outcome=Taken.NOTED, reason=_uninstalled(connection, delivered, now))
    said = FOR_A_PERSON[delivered.happening]
    orders = [readable(one) for one in delivered.about]
    customer = readable(delivered.customer)
    about = ", ".join(orders) or (f"customer {customer}" if customer else "")
    kind = ASKED[delivered.happening]
    take_request(
        connection=connection, delivery=row, kind=kind, orders=orders, customer=customer, now=now
    )
    logger.warning("%s (connection %s)", said, connection.pk)
    return Result(outcome=Taken.NOTED, reason=with_about(said, about)[:LONGEST_REASON])


def note_left(connection: Connection, delivered: Delivered) -> Result:
    """The source is asked for those that are held; of others nothing is to be known."""
    orders = SourceRecord.objects.filter(tenant_id=connection.tenant_id, record_type="order")
    held = orders.filter(external_id__in=delivered.left).values_list("external_id", flat=True)
    return Result(outcome=Taken.NOTED, reason=LEFT, unknown=frozenset(held))


def _uninstalled(connection: Connection, delivered: Delivered, now: datetime) -> str:
    found = Connection.objects.of(connection.tenant_id).filter(pk=connection.pk)
    current = found.select_for_update(no_key=True).get()
    since = max(current.created_at, current.tested_at or current.created_at)
    if delivered.occurred_at is not None and delivered.occurred_at < since:
        return LATE
    if current.state not in (State.ACTIVE, State.PAUSED):
        return ALREADY
    found.update(state=State.UNINSTALLED)
    body: dict[str, Json] = {
        "of": "connection",
        "change": "uninstalled",
        "connection": current.pk,
        "connector": current.connector,
    }
    event = NewEvent(kind=EventKind.SETTINGS, actor=ActorType.SYSTEM, occurred_at=now, body=body)
    ledger.append(current.tenant_id, [event])
    return UNINSTALLED
