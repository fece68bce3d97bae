"""Housekeeping of the review room."""

from celery import shared_task
from django.utils.timezone import now

from shopops.review.handles import purge_handles


@shared_task
def purge() -> None:
    """Decision handles that nobody used."""
    purge_handles(now=now())
