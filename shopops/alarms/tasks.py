"""Ringing as queued work. Lost, late or run twice: the database knows what is due."""

from celery import shared_task

from shopops.alarms.ringing import purging
from shopops.alarms.ringing.run import run


@shared_task
def ring() -> None:
    """Beat asks every 30 seconds; a tick that waited longer has expired."""
    run()


@shared_task
def purge_rings() -> None:
    purging.purge()
