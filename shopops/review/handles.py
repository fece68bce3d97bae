"""Single-use decision handles: shown on the page, stored hashed, bound to what was shown."""

import base64
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils.crypto import salted_hmac

from shopops.proposals.models import Proposal
from shopops.review.models import DecisionHandle
from shopops.review.refusals import Expired, HandleUnknown, HandleUsed
from shopops.tenants.models import Membership

LIFETIME = timedelta(hours=4)
SHOWN_AGAIN_FOR = timedelta(hours=2)  # a handle shown again has at least this long to live
KEPT_AFTER_EXPIRY = timedelta(days=1)  # so that a late form is told "expired", not "unknown"


def mint_handle(*, proposal: Proposal, reviewer: Membership, now: datetime) -> str:
    """The handle for this person's page. Looking again shows the same one: no row for each look."""
    held = (
        DecisionHandle.objects.of(reviewer.tenant_id)
        .filter(
            proposal=proposal,
            membership=reviewer,
            round=proposal.round,
            used_at=None,
            expires_at__gte=now + SHOWN_AGAIN_FOR,
        )
        .order_by("-id")
        .first()
    )
    return _shown(bytes(held.nonce) if held else _new(proposal, reviewer, now))


def find_handle(*, tenant_id: int, handle: str, reviewer: Membership) -> DecisionHandle:
    """The handle as it was minted for this person in this shop; nobody else's is found."""
    held = (
        DecisionHandle.objects.of(tenant_id)
        .filter(handle_sha256=_hash(handle), membership=reviewer)
        .first()
    )
    if held is None:
        raise HandleUnknown
    return held


def take_handle(held: DecisionHandle, *, now: datetime) -> None:
    """Use it up, once. If the caller then refuses, its transaction gives it back."""
    if held.used_at is None and held.expires_at <= now:
        raise Expired
    if not DecisionHandle.objects.filter(pk=held.pk, used_at=None).update(used_at=now):
        raise HandleUsed


def purge_handles(*, now: datetime) -> int:
    """Delete the handles that nobody used; used ones stay, because a decision refers to them."""
    gone, _ = DecisionHandle.objects.filter(
        used_at=None, expires_at__lt=now - KEPT_AFTER_EXPIRY
    ).delete()
    return gone


def _new(proposal: Proposal, reviewer: Membership, now: datetime) -> bytes:
    nonce = secrets.token_bytes(16)
    DecisionHandle.objects.create(
        tenant_id=reviewer.tenant_id,
        proposal=proposal,
        membership=reviewer,
        digest=bytes(proposal.digest),
        revision=proposal.revision,
        round=proposal.round,
        nonce=nonce,
        handle_sha256=_hash(_shown(nonce)),
        created_at=now,
        expires_at=now + LIFETIME,
    )
    return nonce


def _shown(nonce: bytes) -> str:
    """Derived, so that it need not be stored: without the secret key a nonce says nothing."""
    mac = salted_hmac("shopops.review.handle", nonce, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


def _hash(handle: str) -> bytes:
    return sha256(handle.encode()).digest()
