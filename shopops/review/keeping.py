"""Keeps refused decisions, in a scope of its own: the refused one's was rolled back."""

from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from shopops.review.models import DecisionHandle, DecisionKind, RefusedDecision
from shopops.review.refusals import (
    AlreadyDecided,
    DecisionRefused,
    EvidenceMissing,
    Expired,
    FourEyes,
    HandleUnknown,
    HandleUsed,
    IdentitySupplied,
    Lapsed,
    NotAdmin,
    NotAssignee,
    NotConfirmedAgain,
    NotDecider,
    NotReviewer,
    OverLimit,
    PolicyDenies,
    SecondFactorMissing,
    Stale,
)
from shopops.tenants.models import ApiToken, Membership
from shopops.tenants.scope import tenant_scope

# Who may, who was first, what was shown. What was merely left out of a form is no matter of record.
KEPT = (
    *(AlreadyDecided, EvidenceMissing, Expired, FourEyes, HandleUnknown, HandleUsed),
    *(IdentitySupplied, Lapsed, NotAdmin, NotAssignee, NotConfirmedAgain, NotDecider),
    *(NotReviewer, OverLimit, PolicyDenies, SecondFactorMissing, Stale),
)
MOST, WITHIN = 60, timedelta(hours=1)  # of one person; a script that tries on adds no more


def keep_refused(
    refusal: DecisionRefused,
    *,
    person: Membership,
    handle: str = "",
    kind: str = "",
    token: ApiToken | None = None,
) -> None:
    """Outside of every scope. `handle` and `kind` as they were sent: only known ones are kept."""
    if not isinstance(refusal, KEPT):
        return
    now = timezone.now()
    with tenant_scope(person.tenant_id):
        lately = RefusedDecision.objects.of(person.tenant_id).filter(
            membership=person, at__gt=now - WITHIN
        )
        if lately.values("pk")[:MOST].count() >= MOST:
            return
        RefusedDecision.objects.create(
            tenant_id=person.tenant_id,
            at=now,
            code=refusal.code,
            kind=kind if kind in DecisionKind.values else "",
            proposal_id=_proposal(person.tenant_id, handle),
            membership=person,
            token=token,
        )


def _proposal(tenant_id: int, handle: str) -> int | None:
    """Also of a handle that is another person's: that somebody sent it is what matters."""
    digest = sha256(handle.encode(errors="replace")).digest()
    found = DecisionHandle.objects.of(tenant_id).filter(handle_sha256=digest)
    return found.values_list("proposal_id", flat=True).first()
