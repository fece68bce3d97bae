"""Housekeeping of sessions."""

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session
from django.utils.timezone import now


@shared_task
def purge_sessions() -> None:
    """Those that are over, and what was kept to list them."""
    Session.objects.filter(expire_date__lt=now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
