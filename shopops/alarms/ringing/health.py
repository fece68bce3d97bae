"""For load balancers and monitors: 200 while alarms ring, 503 when they don't; the reason, which
may name a mail server, to a monitor with the token."""

from django.http import HttpRequest, HttpResponse

from shopops.alarms.ringing.deadman import silence
from shopops.guards.monitors import is_monitor


def alarms_health(request: HttpRequest) -> HttpResponse:
    found = silence()
    if found is None:
        return HttpResponse("ok", content_type="text/plain")
    said = found.words if is_monitor(request) else "not ok"
    return HttpResponse(said, content_type="text/plain; charset=utf-8", status=503)
