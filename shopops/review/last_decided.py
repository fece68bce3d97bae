"""Which order somebody decided last in this session, so that it can be taken back from the next."""

from datetime import datetime

from django.http import HttpRequest

from shopops.proposals.models import Proposal
from shopops.review.models import Decision
from shopops.review.undo import may_undo
from shopops.tenants.models import Membership

KEY = "last_decided"


def remember(request: HttpRequest, member: Membership, proposal_id: int) -> None:
    request.session[KEY] = [member.tenant_id, proposal_id]


def forget(request: HttpRequest) -> None:
    """Something later was decided, which is taken back elsewhere."""
    request.session.pop(KEY, None)


def remembered(request: HttpRequest, member: Membership) -> int | None:
    """Nothing that was decided in another shop."""
    tenant_id, proposal_id = request.session.get(KEY) or (None, None)
    return proposal_id if tenant_id == member.tenant_id else None


def to_take_back(proposal: Proposal, member: Membership, now: datetime) -> Decision | None:
    """The decision that this person could take back at this moment. Inside a tenant scope."""
    final = (
        Decision.objects.of(proposal.tenant_id)
        .filter(proposal=proposal, round=proposal.round, final=True)
        .first()
    )
    return final if final is not None and may_undo(final, member, now) else None
