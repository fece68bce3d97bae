"""For monitors: 200 while what is due is carried out, 503 when nobody does it."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from shopops.execution.due import late_in
from shopops.guards.monitors import is_monitor

LATE_AFTER_SECONDS = 600  # beat looks every fifteen


def execution_health(request: HttpRequest) -> JsonResponse:
    """To a monitor with the token also `late`, how many effects wait too long in which shops."""
    late = late_in(LATE_AFTER_SECONDS)
    answer: dict[str, object] = {"ok": not late}
    if is_monitor(request):
        answer |= {"late": late}
    status = HTTPStatus.SERVICE_UNAVAILABLE if late else HTTPStatus.OK
    return JsonResponse(answer, status=status)
