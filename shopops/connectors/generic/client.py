"""Calls to the shop's own system, signed, and what its answers mean."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus

import msgspec
from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.connectors import http
from shopops.connectors.addresses import AddressRefused, url_of
from shopops.connectors.generic.settings import ADDRESS, OUT_LABEL, SECRET_OUT
from shopops.connectors.generic.signing import ID, checked, signed
from shopops.connectors.http import Answer, Exchange
from shopops.connectors.ports import Refused, Request, Unknown
from shopops.connectors.readable import readable

MOST_BYTES = 256 * 1024  # of everything but an order
PROBLEM = "application/problem+json"
CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST_DETAIL = 300
AGAIN = frozenset({HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})
MOVED = frozenset({301, 307, 308})  # they say that nothing was done; 302 and 303 do not
REFUSALS = {
    HTTPStatus.UNAUTHORIZED: (
        "not_authorized",
        gettext_noop("The shop does not accept our signature."),
    ),
    HTTPStatus.FORBIDDEN: ("not_authorized", gettext_noop("The shop does not let us do this.")),
    HTTPStatus.NOT_FOUND: ("not_offered", gettext_noop("The shop has nothing at this address.")),
    HTTPStatus.METHOD_NOT_ALLOWED: ("not_offered", gettext_noop("The shop offers no such thing.")),
    HTTPStatus.CONFLICT: (
        "key_conflict",
        gettext_noop("The shop knows this key with another content."),
    ),
    HTTPStatus.NOT_IMPLEMENTED: ("not_offered", gettext_noop("The shop offers no such thing.")),
}


class Problem(Struct, frozen=True):
    """RFC 9457, with a code of the shop's own and, where one was asked for, the effect's key."""

    title: str = ""
    detail: str = ""
    code: str = ""
    key: str = ""


class Client:
    def __init__(self, settings: Mapping[str, str]) -> None:
        """Raises `ValueError` for settings that can't be right."""
        self._base = base_of(settings.get(ADDRESS, ""))
        self._secrets = checked(settings.get(SECRET_OUT, ""), which=OUT_LABEL)

    def url(self, path: str) -> str:
        return self._base + path

    def post(self, request: Request) -> Answer:
        """Once. The request carries its webhook-id."""
        proof = self._proof(request.headers[ID], request.body)
        return http.call(request, auth_headers=proof, most_bytes=MOST_BYTES)

    def get(self, path: str, *, most_bytes: int = MOST_BYTES) -> Answer:
        """What is asked for is signed as the webhook-id, since there is no body."""
        request = Request(method="GET", url=self.url(path))
        proof = self._proof(path, b"")
        return http.read(request, auth_headers=proof, most_bytes=most_bytes)

    def _proof(self, message_id: str, body: bytes) -> dict[str, str]:
        return signed(self._secrets, message_id=message_id, now=datetime.now(UTC), body=body)


def base_of(address: str) -> str:
    """Raises `ValueError` for what is no address."""
    try:
        url = url_of(address.strip())
    except AddressRefused as refused:
        raise ValueError(str(refused)) from None
    if url.query or url.fragment:
        raise ValueError("The address ends before a ? or a #.")
    return address.strip().rstrip("/")


def refusal_of(exchange: Exchange, *, now: datetime) -> Refused | Unknown:
    """What an answer means that is not of the 200s."""
    status, problem = exchange.status, problem_of(exchange) or Problem()
    after = http.retry_after(exchange, now=now)
    if status in AGAIN:
        text = _with("The shop asks to come again later.", problem)
        return Refused(code="busy", detail=text, again=True, after_seconds=after)
    if status in MOVED:
        return Refused(code="moved", detail="The address of the shop's system has changed.")
    if status in REFUSALS:
        code, words = REFUSALS[HTTPStatus(status)]
        return Refused(code=_code(problem) or code, detail=_with(words, problem))
    if 400 <= status < 500 and status != HTTPStatus.REQUEST_TIMEOUT:
        words = f"The shop refused it with HTTP {status}."
        return Refused(code=_code(problem) or "refused_by_shop", detail=_with(words, problem))
    words = f"The shop answered with HTTP {status}, which does not say whether it was done."
    return Unknown(code="server_error", detail=_with(words, problem), after_seconds=after)


def problem_of(exchange: Exchange) -> Problem | None:
    """None: it is none, and so not of a system that speaks this protocol."""
    kind = exchange.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != PROBLEM:
        return None
    try:
        return msgspec.json.decode(exchange.body, type=Problem)
    except (msgspec.DecodeError, RecursionError):
        return None


def _code(problem: Problem) -> str:
    return problem.code if CODE.fullmatch(problem.code) else ""


def _with(words: str, problem: Problem) -> str:
    """Ours first: a title alone, such as "Not done", tells nobody what to mend."""
    said = readable(problem.detail or problem.title, instead=" ")[:LONGEST_DETAIL].strip()
    return f"{words} The shop says: {said}" if said else words
