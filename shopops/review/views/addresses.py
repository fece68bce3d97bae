"""Where the pages of this room lead: with the filters of the page that was shown."""

from django.http import HttpRequest
from django.urls import reverse

from shopops.review.query import clean_query
from shopops.tenants.models import Membership


def query_string(request: HttpRequest) -> str:
    """The filters, to carry along from page to page; not the place in the list."""
    return clean_query(request.GET)


def queue_address(request: HttpRequest, member: Membership) -> str:
    return f"{reverse('review:queue', args=[member.tenant.slug])}{query_string(request)}"


def proposal_address(request: HttpRequest, member: Membership, proposal_id: int) -> str:
    path = reverse("review:proposal", args=[member.tenant.slug, proposal_id])
    return f"{path}{query_string(request)}"
