"""After the commit: what is new is judged at once, and what is missing is asked for.

Without a broker the beat's own rounds come to the same a little later.
"""

import logging
from collections.abc import Collection

from kombu.exceptions import OperationalError as BrokerError

from shopops.celery_app import app
from shopops.connections.models import Delivery
from shopops.orchestrator.tasks import EXPIRES, resolve_tenant

logger = logging.getLogger(__name__)
FETCH = "shopops.deliveries.tasks.fetch"


def wake_pipeline(tenant_id: int, order_ids: Collection[str]) -> None:
    if not order_ids:
        return
    try:
        resolve_tenant.apply_async((tenant_id, sorted(order_ids)), expires=EXPIRES, retry=False)
    except BrokerError:
        logger.warning("No broker takes the wake-up; beat asks again", exc_info=True)


def wake_fetch(delivery: Delivery, order_ids: Collection[str]) -> None:
    if not order_ids:
        return
    arguments = (delivery.tenant_id, delivery.pk, sorted(order_ids))
    try:
        app.send_task(FETCH, arguments, expires=EXPIRES, retry=False)
    except BrokerError:
        logger.warning("No broker takes the wake-up; beat asks again", exc_info=True)
