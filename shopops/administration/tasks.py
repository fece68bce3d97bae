"""Housekeeping of the administration."""

from celery import shared_task
from django.conf import settings
from django.utils.timezone import now

from shopops.administration.members.purging import purge_old_invitations


@shared_task
def purge_invitations() -> None:
    """What came to its end longer ago than the setting says."""
    purge_old_invitations(before=now() - settings.SHOPOPS_KEEP_INVITATIONS)
