"""Housekeeping of the guards."""

from celery import shared_task
from django.utils.timezone import now

from shopops.guards import counting, refused


@shared_task
def purge_counts() -> None:
    """Of minutes that are over."""
    counting.purge(now=now())


@shared_task
def purge_refused() -> None:
    """What the audit page needs no more."""
    refused.purge_refused(now=now())
