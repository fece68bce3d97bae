"""For load balancers and monitors: 200 while alarms ring, 503 and the reason when they don't."""

from django.http import HttpRequest, HttpResponse

from shopops.alarms.ringing.deadman import silence


def alarms_health(request: HttpRequest) -> HttpResponse:
    found = silence()
    if found is None:
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse(found.words, content_type="text/plain; charset=utf-8", status=503)
