"""A list that is open asks what has changed. The usual answer is 304 and nothing else."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone

from shopops.review import settings
from shopops.review.forms import QueueForm
from shopops.review.live import MOST_SHOWN, news
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership

NUMBER = re.compile(r"[0-9]{1,18}")  # more digits are no id, and Python reads no thousands of them


@shop_page()
def live(request: HttpRequest, member: Membership) -> HttpResponse:
    """`seen` and `shown` (ids with commas) are what the list says of itself."""
    answer = news(
        member=member,
        filters=QueueForm(request.GET).filters(member.pk),
        config=settings.current(member.tenant_id),
        seen=next(iter(_numbers(request.GET.get("seen", ""))), 0),
        shown=_numbers(request.GET.get("shown", ""))[:MOST_SHOWN],
        now=timezone.now(),
    )
    known = [one.strip() for one in request.headers.get("If-None-Match", "").split(",")]
    response: HttpResponse
    if answer.etag in known:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(answer.body, content_type="application/json")
    response["ETag"] = answer.etag
    return response


def _numbers(text: str) -> list[int]:
    """What is no number is left out: the list is only asked about, never trusted."""
    return [int(one) for one in text.split(",") if NUMBER.fullmatch(one)]
