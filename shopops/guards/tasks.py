"""Housekeeping of the guards."""

from celery import shared_task
from django.utils.timezone import now

from shopops.guards import counting


@shared_task
def purge_counts() -> None:
    """Of minutes that are over."""
    counting.purge(now=now())
