"""For monitors: 200 while every shop's alarms can be trusted, 503 and which not and why."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from shopops.alarms.audits import red, signals


def provenance_health(request: HttpRequest) -> JsonResponse:
    """`signals`: how often each was found, in all shops together. A shop of which nothing was
    found is not named: nobody has to sign in to see this."""
    found = red()
    answer = {"ok": not found, "signals": signals(), "problems": found}
    status = HTTPStatus.SERVICE_UNAVAILABLE if found else HTTPStatus.OK
    return JsonResponse(answer, status=status)
