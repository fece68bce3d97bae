"""Old mails lose their bytes, which hold names and addresses; what happened stays known."""

from datetime import timedelta

from shopops.alarms.clock import database_now
from shopops.alarms.models import RingMail, RingNote, RingSweep

MESSAGES_KEPT = timedelta(days=14)
SWEEPS_KEPT = timedelta(days=7)
NOTES_KEPT = timedelta(days=14)


def purge() -> None:
    now = database_now()
    old = RingMail.objects.filter(message__isnull=False, closed_at__lt=now - MESSAGES_KEPT)
    old.update(message=None, recipient="")
    RingSweep.objects.filter(finished_at__lt=now - SWEEPS_KEPT).delete()
    RingNote.objects.filter(created_at__lt=now - NOTES_KEPT).delete()
