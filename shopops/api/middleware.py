"""Below /api/ every error is problem details, also those that are raised before or after the API:
an address that is none, a wrong method, a crash. And no answer is kept on its way."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from shopops.api.problems import CONTENT_TYPE, Problem, ProblemCode, details, problem_response

PREFIX = "/api/"
OF_THE_BODY = {"content-type", "content-length", "content-encoding", "etag", "last-modified"}
CODES = {
    HTTPStatus.NOT_FOUND: (ProblemCode.NOT_FOUND, "See the documentation at /api/v1/docs."),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        ProblemCode.METHOD_NOT_ALLOWED,
        "The header 'Allow' names the methods of this address.",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        ProblemCode.BODY_TOO_LARGE,
        "Send less at once: up to 10 MB of records, or 64 KB of anything else. Nothing was done.",
    ),
    HTTPStatus.LENGTH_REQUIRED: (
        ProblemCode.LENGTH_REQUIRED,
        "Say with the header 'Content-Length' how long the body is.",
    ),
    HTTPStatus.TOO_MANY_REQUESTS: (
        ProblemCode.TOO_MANY_REQUESTS,
        "Send it again after as many seconds as the header 'Retry-After' says.",
    ),
}
CRASHED = (
    ProblemCode.INTERNAL_ERROR,
    "The server's log says why. Send the request again; if it goes on, tell who runs this.",
)
NOT_TAKEN = "The request was not accepted. Check address and headers."


class ProblemDetails:
    """Outermost, so that nothing else says what an error looks like."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path.startswith(PREFIX):
            return response
        said = response.headers.get("Content-Type", "")
        if response.status_code >= HTTPStatus.BAD_REQUEST and not said.startswith(CONTENT_TYPE):
            response = _problem(request, response)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


@csrf_exempt
def unknown_address(request: HttpRequest) -> HttpResponse:
    """Whatever below /api/ is no address of it."""
    return problem_response(request, Problem(*CODES[HTTPStatus.NOT_FOUND]))


def _problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponse:
    """Nothing of what the response says is passed on, because it may show what is inside; what its
    headers say about methods and security is."""
    status = HTTPStatus(response.status_code)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        problem = problem_response(request, Problem(*CRASHED))
    elif status in CODES:
        problem = problem_response(request, Problem(*CODES[status]))
    else:
        code = status.phrase.lower().replace(" ", "_")
        problem = details(request, status=status, code=code, title=status.phrase, detail=NOT_TAKEN)
    for name, value in response.headers.items():
        if name.lower() not in OF_THE_BODY:
            problem.headers.setdefault(name, value)
    return problem
