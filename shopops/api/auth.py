"""Bearer tokens: who calls, for which tenant, and what the token may do."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from shopops.api.problems import Problem, ProblemCode
from shopops.guards.refused import keep_refused
from shopops.tenants.models import ApiToken
from shopops.tenants.tokens import Scope, find_token


class BearerToken(HttpBearer):
    """Answers the live `ApiToken`; every refusal is a problem, never an anonymous caller."""

    def __init__(self, *scopes: Scope) -> None:
        """One of these scopes is enough to enter."""
        super().__init__()
        self.scopes = scopes

    def __call__(self, request: HttpRequest) -> ApiToken | None:
        if "Authorization" not in request.headers:
            raise Problem(
                ProblemCode.TOKEN_MISSING, "Send the header 'Authorization: Bearer <token>'."
            )
        return super().__call__(request) or self._refuse()

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        found = find_token(token, now=timezone.now())
        if found is not None and not set(self.scopes) & set(found.scopes):
            keep_refused(request, found, timezone.now())
            wanted = " or ".join(f"'{scope}'" for scope in self.scopes)
            raise Problem(
                ProblemCode.SCOPE_MISSING,
                f"This needs a token with the scope {wanted}; ask an admin of the shop.",
            )
        return found

    def _refuse(self) -> ApiToken:
        raise Problem(
            ProblemCode.TOKEN_REFUSED,
            "The token is unknown, expired or revoked; ask an admin of the shop for a new one.",
        )
