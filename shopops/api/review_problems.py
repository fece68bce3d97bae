"""A refused decision as problem details: code, status and sentence are the refusal's own."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse

from shopops.api.problems import details
from shopops.review.refusals import (
    AlreadyDecided,
    DecisionRefused,
    IdentitySupplied,
    NotAssignee,
    Stale,
)
from shopops.review.renewal import propose_again


def refusal_response(request: HttpRequest, refusal: DecisionRefused) -> HttpResponse:
    """With what this refusal knows beside its sentence: who was faster, what changed."""
    return details(
        request,
        status=refusal.status,
        code=refusal.code,
        title=refusal.title,
        detail=str(refusal),
        **_known(refusal),
    )


def with_successor(refusal: DecisionRefused, tenant_id: int, now: datetime) -> DecisionRefused:
    """What turned out stale is proposed anew at once, so that the answer names what to decide."""
    if isinstance(refusal, Stale) and refusal.replaced_by is None:
        refusal.replaced_by = propose_again(tenant_id=tenant_id, order_id=refusal.order_id, now=now)
    return refusal


def _known(refusal: DecisionRefused) -> dict[str, Any]:
    match refusal:
        case AlreadyDecided():
            at = refusal.at.isoformat() if refusal.at else None
            return {"decided": refusal.status_label, "decided_by": refusal.by, "decided_at": at}
        case Stale():
            return {
                "changes": [
                    {"what": one.what, "before": one.before, "after": one.after}
                    for one in refusal.changes
                ],
                "replaced_by": refusal.replaced_by,
            }
        case IdentitySupplied():
            return {
                "errors": [
                    {"path": name, "reason": "must not be supplied"} for name in refusal.names
                ]
            }
        case NotAssignee():
            return {"held_by": refusal.holder}
    sentences = getattr(refusal, "sentences", [])
    return {"because": list(sentences)} if sentences else {}
