"""What every endpoint needs of its request."""

from django.http import HttpRequest

from shopops.tenants.models import ApiToken

BIGGEST_ID = 2**63 - 1  # an id in an address may be any number


def token_of(request: HttpRequest) -> ApiToken:
    """The token that `BearerToken` accepted; the tenant of a call is always the token's."""
    token = getattr(request, "auth", None)
    if not isinstance(token, ApiToken):
        raise TypeError("this endpoint was reached without a bearer token")
    return token
