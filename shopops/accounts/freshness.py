"""Whether somebody proved lately who they are: by password, second factor or single sign-on."""

from datetime import UTC, datetime, timedelta

from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import HttpRequest


def recent() -> timedelta:
    """How long a proof counts as recent."""
    return timedelta(seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def is_recent(proven_at: datetime | None, now: datetime) -> bool:
    return proven_at is not None and now - proven_at <= recent()


def proven_at(request: HttpRequest) -> datetime | None:
    """When this session's person last did; None: the session doesn't say."""
    records = get_authentication_records(request, request.user)
    return datetime.fromtimestamp(records[-1]["at"], UTC) if records else None
