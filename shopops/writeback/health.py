"""For monitors: 200 while the shops' records and the ledger agree, 503 and where not."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from shopops.guards.monitors import is_monitor
from shopops.writeback.audits import red, signals


def writeback_health(request: HttpRequest) -> JsonResponse:
    """To a monitor with the token also `signals`, how often each was found in all shops together,
    and `problems`, the shops of which something was found."""
    found = red()
    answer: dict[str, object] = {"ok": not found}
    if is_monitor(request):
        answer |= {"signals": signals(), "problems": found}
    status = HTTPStatus.SERVICE_UNAVAILABLE if found else HTTPStatus.OK
    return JsonResponse(answer, status=status)
