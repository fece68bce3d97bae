"""A page that is open asks what has changed. The usual answer is 304 and nothing else."""

from datetime import datetime
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language, ngettext
from msgspec import Struct
from msgspec.json import encode

from shopops.alarms.clock import database_now
from shopops.execution.pages.asked import NUMBER, Asked, read_asked
from shopops.execution.pages.listing import counts, with_parts
from shopops.execution.pages.rows import rows_of
from shopops.outbox.models import Effect
from shopops.review.counts import COUNT_CAP, Count
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership

MOST_SHOWN = 200


class State(Struct, frozen=True):
    """A row as it stands; `version` is another one whenever it says something else."""

    id: int
    kind: str
    tag: str
    said: str
    coming: str
    version: str


class News(Struct, frozen=True):
    """`new` is empty when nothing came, else the words of the offer to show it."""

    new: str
    counts: dict[str, str]
    rows: list[State]


@shop_page()
def live(request: HttpRequest, member: Membership) -> HttpResponse:
    """`seen` and `shown` (ids with commas) are what the page says of itself."""
    shown = _numbers(request.GET.get("shown", ""))[:MOST_SHOWN]
    seen = next(iter(_numbers(request.GET.get("seen", ""))), None)
    now = database_now()
    asked = read_asked(request.GET, member.tenant_id, now)
    body = encode(_news(member.tenant_id, asked, shown, seen, now))
    etag = f'"{sha256(body + str(get_language()).encode()).hexdigest()[:32]}"'
    known = [one.strip() for one in request.headers.get("If-None-Match", "").split(",")]
    response: HttpResponse
    if etag in known:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(body, content_type="application/json")
    response["ETag"] = etag
    return response


def _news(tenant_id: int, asked: Asked, shown: list[int], seen: int | None, now: datetime) -> News:
    found = with_parts(Effect.objects.of(tenant_id).filter(pk__in=shown).order_by("-id"))
    came = 0
    if seen is not None:
        came = asked.rows(tenant_id).filter(pk__gt=seen).exclude(pk__in=shown)[:COUNT_CAP].count()
    return News(
        new=_offer(Count(came)),
        counts={str(tab): str(count) for tab, count in counts(tenant_id, asked).items()},
        rows=[
            State(
                row.id,
                row.standing.kind,
                row.standing.tag,
                row.standing.said,
                row.standing.coming,
                row.version,
            )
            for row in rows_of(found, now)
        ],
    )


def _offer(count: Count) -> str:
    if not count:
        return ""
    return ngettext("{number} new step, show", "{number} new steps, show", count.number).format(
        number=count
    )


def _numbers(text: str) -> list[int]:
    """What is no number is left out: the page is only asked about, never trusted."""
    return [int(one) for one in text.split(",") if NUMBER.fullmatch(one)]
