"""For monitors: 200 while every shop's alarms can be trusted, 503 and which not and why."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from shopops.alarms.audits import red, signals
from shopops.guards.monitors import is_monitor


def provenance_health(request: HttpRequest) -> JsonResponse:
    """Whether all is well. To a monitor with the token also `signals`, how often each was found in
    all shops together, and `problems`, the shops of which something was found."""
    found = red()
    answer: dict[str, object] = {"ok": not found}
    if is_monitor(request):
        answer |= {"signals": signals(), "problems": found}
    status = HTTPStatus.SERVICE_UNAVAILABLE if found else HTTPStatus.OK
    return JsonResponse(answer, status=status)
