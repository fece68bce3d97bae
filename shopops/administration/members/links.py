"""The link of an invitation: signed, so that it names its shop, and with a secret of which only the
hash is kept, so that it works once and a newer one ends it."""

import hashlib
import secrets
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from msgspec import Struct

from shopops.administration.models import Invitation
from shopops.tenants.scope import tenant_scope

SALT = "shopops invitation 1"
GOOD_FOR = timedelta(hours=72)


class State(StrEnum):
    OPEN = "open"
    EXPIRED = "expired"
    ACCEPTED = "accepted"
    REVOKED = "revoked"
    REPLACED = "replaced"  # by the link of a newer mail


class Found(Struct, frozen=True, kw_only=True):
    invitation: Invitation
    state: State
    token_hash: bytes  # of the link that was opened


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> bytes:
    """The secret is random, so there is nothing to guess from a plain hash."""
    return hashlib.sha256(secret.encode()).digest()


def link_of(invitation: Invitation, secret: str) -> str:
    """The whole address. For the mail, and kept nowhere."""
    token = signing.dumps([invitation.tenant_id, invitation.pk, secret], salt=SALT)
    return f"{settings.SHOPOPS_SITE_URL}{reverse('administration:invitation', args=[token])}"


def find(token: str, *, now: datetime) -> Found | None:
    """None: nobody signed this."""
    try:
        tenant_id, invitation_id, secret = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    with tenant_scope(tenant_id):
        people = Invitation.objects.of(tenant_id).select_related("tenant", "invited_by")
        invitation = people.filter(pk=invitation_id).first()
    if invitation is None:
        return None
    opened = hash_of(secret)
    return Found(invitation=invitation, state=state_of(invitation, now, opened), token_hash=opened)


def state_of(invitation: Invitation, now: datetime, opened: bytes | None = None) -> State:
    """`opened`: the hash of the link that somebody holds, if it is not about the newest one."""
    if invitation.accepted_at is not None:
        return State.ACCEPTED
    if invitation.revoked_at is not None:
        return State.REVOKED
    if opened is not None and not constant_time_compare(opened, bytes(invitation.token_hash)):
        return State.REPLACED
    return State.EXPIRED if invitation.expires_at <= now else State.OPEN
