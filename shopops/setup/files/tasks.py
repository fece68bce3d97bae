"""Files as queued work. Lost or run twice, no row is lost or counted twice."""

import logging

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils.timezone import now
from kombu.exceptions import OperationalError as BrokerError

from shopops.setup.files import working

EXPIRES = 30  # seconds: the beat's own interval, which asks again
logger = logging.getLogger(__name__)


@shared_task
def carry_on(tenant_id: int, file_id: int) -> None:
    try:
        working.carry_on(tenant_id=tenant_id, file_id=file_id, now=now)
    except (OperationalError, InterfaceError):
        raise  # the database's own trouble ends, and beat finds the file again
    except Exception:
        working.give_up(tenant_id=tenant_id, file_id=file_id)
        logger.exception("The file %s of shop %s was given up", file_id, tenant_id)


def wake(tenant_id: int, file_id: int) -> None:
    """After the commit. Without a broker beat finds the file a little later."""
    try:
        carry_on.apply_async((tenant_id, file_id), retry=False)
    except BrokerError:
        logger.warning("No broker takes the wake-up; beat asks again", exc_info=True)


@shared_task
def carry_on_left_alone() -> None:
    for tenant_id, file_id in working.left_alone(now()):
        carry_on.apply_async((tenant_id, file_id), expires=EXPIRES)


@shared_task
def purge() -> None:
    working.purge(now())
