"""What the worker does for this room: mails, and housekeeping of sessions."""

import logging

import msgspec
from allauth.usersessions.models import UserSession
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils.timezone import now
from kombu.exceptions import OperationalError

from shopops.accounts.history import purge_old_events
from shopops.accounts.mails import Letter, send
from shopops.tenants.sealing import Purpose, seal, unseal

logger = logging.getLogger(__name__)


def post(letter: Letter) -> None:
    """By the worker, so that a page answers as fast for an address without account as for one with.

    Sealed, because a letter holds a link that signs its reader in. Lost with the queue, it is asked
    for again.
    """
    sealed = seal(msgspec.json.encode(letter), purpose=Purpose.LETTER).decode()
    try:
        send_letter.apply_async((sealed,), retry=False)
    except OperationalError:
        logger.warning("no broker takes a mail about an account", exc_info=True)


@shared_task
def send_letter(sealed: str) -> None:
    send(msgspec.json.decode(unseal(sealed.encode(), purpose=Purpose.LETTER), type=Letter))


@shared_task
def purge_events() -> None:
    """What is older than the setting says."""
    purge_old_events(before=now() - settings.SHOPOPS_KEEP_ACCOUNT_EVENTS)


@shared_task
def purge_sessions() -> None:
    """Those that are over, and what was kept to list them."""
    Session.objects.filter(expire_date__lt=now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
