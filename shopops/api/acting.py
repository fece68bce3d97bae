"""For whom a token acts in reviews: for the person that an admin bound it to, else for nobody."""

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone

from shopops.api.problems import Problem, ProblemCode
from shopops.api.requests import token_of
from shopops.guards.refused import keep_refused
from shopops.tenants.models import ApiToken, Membership, Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope


def person_of(token: ApiToken) -> Membership | None:
    """None: the token reads and decides nothing."""
    return token.acts_for if Scope.REVIEW_DECIDE in token.scopes else None


def decider_of(request: HttpRequest) -> Membership:
    """Raises `Problem` for a token that acts for nobody."""
    token = token_of(request)
    person = person_of(token)
    if person is None:
        keep_refused(request, token, timezone.now())
        raise Problem(
            ProblemCode.TOKEN_NOT_BOUND,
            "This token acts for nobody, so it only reads. Ask an admin of the shop for one that "
            "is bound to the person who decides.",
        )
    return person


def onlooker(token: ApiToken) -> Membership:
    """Who may look and do nothing: the person of the token, or nobody in particular."""
    return person_of(token) or Membership(tenant=token.tenant, role=Role.VIEWER)


@contextmanager
def token_scope(token: ApiToken) -> Iterator[None]:
    """The rows of the token's shop, and its clock."""
    with tenant_scope(token.tenant_id), timezone.override(ZoneInfo(token.tenant.timezone)):
        yield
