"""For monitors: 200 while every shop's alarms can be trusted, 503 and which not and why."""

from django.http import HttpRequest, HttpResponse

from shopops.alarms.audits import red


def provenance_health(request: HttpRequest) -> HttpResponse:
    found = red()
    if not found:
        return HttpResponse("ok", content_type="text/plain")
    words = "Alarms to look at with manage.py provenance_audit:\n" + "\n".join(found)
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=503)
