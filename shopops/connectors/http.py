"""The one way out to a connected shop, and what may be said when no answer comes back.

A call that never got through to the shop is `Refused`, to be tried again: no byte of it went out.
Whatever breaks off later is `Unknown`. Every answer that came, good or bad, is an `Exchange`; what
it means is its connector's to say.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache
from ssl import SSLContext

import httpx
from django.conf import settings
from tenacity import RetryCallState, Retrying, retry_if_result, stop_after_attempt
from tenacity.wait import wait_exponential, wait_random

from shopops.connectors.addresses import AddressRefused, Place, place_of
from shopops.connectors.deadline import Deadline
from shopops.connectors.line_words import broken_off, not_reached
from shopops.connectors.ports import Refused, Request, Unknown

MOST_BYTES = 5 * 1024 * 1024
TRIES = 3  # of a read
BUSY = frozenset({502, 503, 504})
OWN_HEADERS = {
    "user-agent": "ShopOps",
    "accept": "application/json",
    "accept-encoding": "identity",
}


# The reason would quote what can't be sent, and that may be a secret.
NOT_SENDABLE = Refused(
    code="not_sendable", detail="The address or a header holds a character that can't be sent."
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came back. `headers` by small-letter name."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: to be connected, for a piece to go out, for one to come in, and for all of it."""

    connect: float
    write: float
    read: float
    total: float


Answer = Exchange | Refused | Unknown


def call(
    request: Request,
    *,
    auth_headers: Mapping[str, str] | None = None,
    patience: Patience | None = None,
    most_bytes: int = MOST_BYTES,
    private: bool | None = None,
) -> Answer:
    """Sends it once, to one address; follows no redirect. Never raises for what others do.

    `auth_headers`: what proves who sends it, which stands in no `Request` and so in no record.
    `private`: it may go to a private network; unless said, as SHOPOPS_PRIVATE_SHOPS has it.
    """
    try:
        place = place_of(request.url, private=private)
    except AddressRefused as refused:
        return Refused(code=refused.code, detail=str(refused), again=refused.again)
    headers = {**request.headers, **(auth_headers or {})}
    patience = patience or usual_patience()
    made = _Call(place, request, headers, patience, most_bytes, Deadline(patience.total))
    answer: Answer = Refused(code="unreachable", detail=f"{place.url.host} has no address.")
    for address in place.addresses:
        answer = made.at(address)
        if not isinstance(answer, Refused):
            break  # only what reached nobody is tried at the next address
    return answer


def read(
    request: Request,
    *,
    auth_headers: Mapping[str, str] | None = None,
    patience: Patience | None = None,
    most_bytes: int = MOST_BYTES,
    sleep: Callable[[float], None] = time.sleep,
) -> Answer:
    """The same for what changes nothing: where no answer comes, or the shop says that it is busy,
    it is asked again, a moment later each time."""
    retrying = Retrying(
        retry=retry_if_result(_is_worth_another),
        wait=wait_exponential(multiplier=0.3, max=3) + wait_random(0, 0.5),
        stop=stop_after_attempt(TRIES),
        retry_error_callback=_last,
        sleep=sleep,
    )
    answer: Answer = retrying(
        call, request, auth_headers=auth_headers, patience=patience, most_bytes=most_bytes
    )
    return answer


def usual_patience() -> Patience:
    """As SHOPOPS_SHOP_TIMEOUT says; an answer that comes in pieces may take twice as long."""
    answer = settings.SHOPOPS_SHOP_TIMEOUT
    return Patience(connect=min(5, answer), write=answer, read=answer, total=2 * answer)


def retry_after(exchange: Exchange, *, now: datetime) -> float | None:
    """The seconds that the shop asks to wait; None where it says nothing that can be read."""
    said = exchange.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdecimal():
        return float(said[:9])
    try:
        return max(0.0, (parsedate_to_datetime(said) - now).total_seconds())
    except (ValueError, TypeError):  # a date without a zone can't be compared
        return None


@dataclass(frozen=True, slots=True)
class _Call:
    place: Place
    request: Request
    headers: Mapping[str, str]
    patience: Patience
    most_bytes: int
    deadline: Deadline

    def at(self, address: str) -> Answer:
        patience = self.patience
        timeout = httpx.Timeout(
            connect=patience.connect,
            write=patience.write,
            read=patience.read,
            pool=patience.connect,
        )
        with httpx.Client(verify=_certificates(), trust_env=False, timeout=timeout) as client:
            try:
                built = self._built(client, address)
            except (ValueError, TypeError):
                return NOT_SENDABLE
            with self.deadline:
                return self._answered(client, built)

    def _built(self, client: httpx.Client, address: str) -> httpx.Request:
        url = self.place.url
        sent = httpx.Headers(OWN_HEADERS)
        sent.update(dict(self.headers))
        sent["host"] = url.netloc.decode("ascii")
        return client.build_request(
            self.request.method,
            url.copy_with(host=address),
            headers=sent,
            content=self.request.body,
            extensions={"sni_hostname": url.host, "trace": self.deadline.trace},
        )

    def _answered(self, client: httpx.Client, built: httpx.Request) -> Answer:
        try:
            response = client.send(built, stream=True)
            try:
                return _exchange(response, self.most_bytes)
            finally:
                response.close()
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as problem:
            return Refused(code="unreachable", detail=not_reached(problem), again=True)
        except httpx.LocalProtocolError as problem:
            if self.deadline.request_is_out:
                return Unknown(code="cut_off", detail=broken_off(problem))
            return NOT_SENDABLE
        except httpx.TransportError as problem:
            if self.deadline.is_over or isinstance(problem, httpx.TimeoutException):
                return Unknown(code="timed_out", detail="No answer came in time.")
            return Unknown(code="cut_off", detail=broken_off(problem))


def _exchange(response: httpx.Response, most_bytes: int) -> Answer:
    if response.headers.get("content-encoding", "identity") != "identity":
        return Unknown(
            code="unreadable_answer", detail="The answer is packed; nobody asked for it."
        )
    body = bytearray()
    for piece in response.iter_raw():
        body += piece
        if len(body) > most_bytes:
            text = f"The answer is longer than {most_bytes:,} bytes."
            return Unknown(code="unreadable_answer", detail=text)
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Exchange(response.status_code, headers, bytes(body))


def _is_worth_another(answer: Answer) -> bool:
    if isinstance(answer, Exchange):
        return answer.status in BUSY
    return answer.code != "unreadable_answer" and (isinstance(answer, Unknown) or answer.again)


def _last(state: RetryCallState) -> Answer:
    if state.outcome is None:
        raise AssertionError("it was called at least once")
    answer: Answer = state.outcome.result()
    return answer


@cache
def _certificates() -> SSLContext:
    """Reading them takes longer than a call. SSL_CERT_FILE names others."""
    return httpx.create_ssl_context()
