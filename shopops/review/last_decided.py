"""Which order somebody decided last in this session, so that it can be taken back from the next."""

from django.http import HttpRequest

from shopops.tenants.models import Membership

KEY = "last_decided"


def remember(request: HttpRequest, member: Membership, proposal_id: int) -> None:
    request.session[KEY] = [member.tenant_id, proposal_id]


def remembered(request: HttpRequest, member: Membership) -> int | None:
    """Nothing that was decided in another shop."""
    tenant_id, proposal_id = request.session.get(KEY) or (None, None)
    return proposal_id if tenant_id == member.tenant_id else None
