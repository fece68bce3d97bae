"""API bearer tokens: 256 random bits, of which only the SHA-256 is kept."""

import hashlib
import secrets
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q

from shopops.tenants.models import ApiToken, Role

TOKEN_PREFIX = "so_"  # noqa: S105 - makes a leaked token easy to recognise
SHOWN_CHARACTERS = 9
LAST_USE_RESOLUTION = timedelta(minutes=1)
# Whoever granted it may hold its secret, so it ends with them too.
ACTS = Q(
    acts_for__active=True,
    acts_for__user__is_active=True,
    created_by__active=True,
    created_by__user__is_active=True,
    created_by__role=Role.ADMIN,
)


class Scope(StrEnum):
    ORDERS_WRITE = "orders:write"
    TRACKERS_WRITE = "trackers:write"
    RESOLVE = "resolve"
    PROPOSALS_READ = "proposals:read"
    ALARMS_RING = "alarms:ring"  # observe and raise; the other two settle, so name them on purpose
    ALARMS_ACKNOWLEDGE = "alarms:acknowledge"
    ALARMS_RESOLVE = "alarms:resolve"
    REVIEW_READ = "review:read"
    REVIEW_DECIDE = "review:decide"  # for the person that an admin bound the token to


ALARM_SCOPES = (Scope.ALARMS_RING, Scope.ALARMS_ACKNOWLEDGE, Scope.ALARMS_RESOLVE)


def new_secret() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def hash_secret(secret: str) -> bytes:
    """A plain hash is enough: the secret is random, so there is nothing to guess from it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def live_tokens(now: datetime) -> Q:
    """Neither revoked nor expired."""
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))


def find_token(secret: str, *, now: datetime) -> ApiToken | None:
    """The live token with this secret; None when it is unknown, expired or revoked, or when the
    person that it acts for, or the admin on whose word it does, has left or may not sign in."""
    token = (
        ApiToken.objects.select_related("tenant", "acts_for__tenant")
        .filter(live_tokens(now))
        .filter(Q(acts_for__isnull=True) | ACTS)
        .filter(token_hash=hash_secret(secret))
        .first()
    )
    if token is not None:
        _note_use(token, now=now)
    return token


def _note_use(token: ApiToken, *, now: datetime) -> None:
    """Written at most once a minute, so that a busy token does not turn reads into writes."""
    ApiToken.objects.filter(pk=token.pk).filter(
        Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - LAST_USE_RESOLUTION)
    ).update(last_used_at=now)
