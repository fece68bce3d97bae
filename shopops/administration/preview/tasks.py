"""Runs as queued work. Lost or run twice, nothing is lost or counted twice."""

import logging

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils.timezone import now
from kombu.exceptions import OperationalError as BrokerError

from shopops.administration.preview import running

EXPIRES = 30  # seconds: the beat's own interval, which asks again
logger = logging.getLogger(__name__)


@shared_task
def carry_on(tenant_id: int, run_id: int) -> None:
    """Some steps of one run, and then the next task for the rest."""
    try:
        more = running.carry_on(tenant_id=tenant_id, run_id=run_id, now=now())
    except (OperationalError, InterfaceError):
        raise  # the database's own trouble ends, and beat finds the run again
    except Exception:
        running.give_up(tenant_id=tenant_id, run_id=run_id)
        logger.exception("The preview %s was given up", run_id)
        return
    if more:
        wake(tenant_id, run_id)


def wake(tenant_id: int, run_id: int) -> None:
    """After the commit. Without a broker beat finds the run a little later."""
    try:
        carry_on.apply_async((tenant_id, run_id), retry=False)
    except BrokerError:
        logger.warning("No broker takes the wake-up; beat asks again", exc_info=True)


@shared_task
def carry_on_left_alone() -> None:
    for tenant_id, run_id in running.left_alone(now()):
        carry_on.apply_async((tenant_id, run_id), expires=EXPIRES)


@shared_task
def purge() -> None:
    running.purge(now())
