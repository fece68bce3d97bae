"""Single-use decision handles: shown on the page, stored hashed, bound to what was shown."""

import base64
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils.crypto import salted_hmac

from shopops.proposals.models import Proposal
from shopops.review.models import DecisionHandle
from shopops.review.refusals import Expired, HandleUnknown, HandleUsed
from shopops.tenants.models import ApiToken, Membership

LIFETIME = timedelta(hours=4)
SHOWN_AGAIN_FOR = timedelta(hours=2)  # a handle shown again has at least this long to live
ASIDE_FOR = timedelta(hours=1)  # less than that, so that no page shows it
KEPT_AFTER_EXPIRY = timedelta(days=1)  # so that a late form is told so, not "unknown"


def mint_handle(
    *, proposal: Proposal, reviewer: Membership, now: datetime, token: ApiToken | None = None
) -> str:
    """The handle for this person's page, or for the token that acts for them. Looking again shows
    the same one: no row for each look."""
    held = (
        DecisionHandle.objects.of(reviewer.tenant_id)
        .filter(
            proposal=proposal,
            membership=reviewer,
            token=token,
            round=proposal.round,
            used_at=None,
            expires_at__gte=now + SHOWN_AGAIN_FOR,
        )
        .order_by("-id")
        .first()
    )
    return shown(held or _new(proposal, reviewer, now, LIFETIME, token))


def mint_aside(
    *, proposal: Proposal, reviewer: Membership, now: datetime, token: ApiToken | None = None
) -> DecisionHandle:
    """One that the page of the order never shows: what it decides was decided with it alone."""
    return _new(proposal, reviewer, now, ASIDE_FOR, token)


def shown(held: DecisionHandle) -> str:
    """Derived, so that it need not be stored: without the secret key a nonce says nothing."""
    return _shown(bytes(held.nonce))


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


def _new(
    proposal: Proposal,
    reviewer: Membership,
    now: datetime,
    lifetime: timedelta,
    token: ApiToken | None,
) -> DecisionHandle:
    nonce = secrets.token_bytes(16)
    return DecisionHandle.objects.create(
        tenant_id=reviewer.tenant_id,
        proposal=proposal,
        membership=reviewer,
        token=token,
        digest=bytes(proposal.digest),
        revision=proposal.revision,
        round=proposal.round,
        nonce=nonce,
        handle_sha256=_hash(_shown(nonce)),
        created_at=now,
        expires_at=now + lifetime,
    )


def _shown(nonce: bytes) -> str:
    mac = salted_hmac("shopops.review.handle", nonce, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


def _hash(handle: str) -> bytes:
    return sha256(handle.encode()).digest()
