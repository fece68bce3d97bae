"""What every endpoint needs of its request."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest

from shopops.api.problems import Problem, ProblemCode
from shopops.tenants.models import ApiToken

BIGGEST_ID = 2**63 - 1  # an id in an address may be any number
TOO_LARGE = "Send fewer records at once; see the size limit."


def token_of(request: HttpRequest) -> ApiToken:
    """The token that `BearerToken` accepted; the tenant of a call is always the token's."""
    token = getattr(request, "auth", None)
    if not isinstance(token, ApiToken):
        raise TypeError("this endpoint was reached without a bearer token")
    return token


def body_of(request: HttpRequest) -> bytes:
    try:
        return request.body
    except RequestDataTooBig as error:
        raise Problem(ProblemCode.BODY_TOO_LARGE, TOO_LARGE) from error
