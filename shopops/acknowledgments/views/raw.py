"""A mail as its bytes, posted by a mail server of the shop's own and signed with our secret."""

from datetime import UTC, datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from shopops.acknowledgments.doctor.refused_words import BROKE_OFF, NOT_SWITCHED_ON, TOO_LONG
from shopops.acknowledgments.doctor.watch import turned_away
from shopops.acknowledgments.inbound import MAX_BYTES, Delivery
from shopops.acknowledgments.origin import (
    NO_TIME,
    SIGNATURE_HEADER,
    TIMESTAMP_HEADER,
    OriginRefused,
    check_age,
    check_signature,
)
from shopops.acknowledgments.providers import RAW
from shopops.acknowledgments.views.answers import refused, take, unreadable
from shopops.alarms.clock import database_now

LATEST = 253402300799  # the last second that a date can be


@csrf_exempt
@require_POST
def take_raw(request: HttpRequest, slug: str) -> HttpResponse:
    if RAW not in settings.SHOPOPS_INBOUND:
        turned_away(slug, RAW, NOT_SWITCHED_ON)
        raise Http404
    try:
        raw = request.read(MAX_BYTES + 1)
    except UnreadablePostError:
        return unreadable(slug, RAW, BROKE_OFF)
    if len(raw) > MAX_BYTES:
        return unreadable(slug, RAW, TOO_LONG, status=413)
    signature = request.headers.get(SIGNATURE_HEADER, "")
    timestamp = request.headers.get(TIMESTAMP_HEADER, "")
    try:
        check_signature(slug=slug, raw=raw, timestamp=timestamp, signature=signature)
        check_age(_moment(timestamp), now=database_now())
    except OriginRefused as problem:
        return refused(slug, RAW, problem)
    return take(slug, Delivery(raw=raw, source=RAW, token=signature))


def _moment(timestamp: str) -> datetime:
    if not (timestamp.isascii() and timestamp.isdecimal()) or len(timestamp) > 12:
        raise OriginRefused(NO_TIME)
    return datetime.fromtimestamp(min(int(timestamp), LATEST), UTC)
