"""One app's line to one shop: Shopify's Admin API, by GraphQL."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any

import msgspec

from shopops.connectors import http
from shopops.connectors.http import Exchange
from shopops.connectors.ports import Refused, Request, Unknown
from shopops.connectors.shopify.answers import Meaning, Told, meaning
from shopops.connectors.shopify.settings import NotAShop, address_of
from shopops.connectors.shopify.throttle import Bucket
from shopops.connectors.shopify.tokens import Tokens

API_VERSION = "2026-10"
LONGEST_WAIT = 5.0  # seconds that a read waits here for the shop's bucket
SMALL_WAIT = 0.05

_JSON = {"content-type": "application/json"}


class Buckets:
    """The bucket of each shop and app, shared by all clients of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._all: dict[tuple[str, str], Bucket] = {}

    def of(self, base: str, app: str) -> Bucket:
        with self._lock:
            return self._all.setdefault((base, app), Bucket())


TOKENS = Tokens()
BUCKETS = Buckets()


@dataclass(frozen=True, slots=True)
class Came:
    """`status` and `body`: as they came back; None and empty where nothing did."""

    meaning: Meaning
    status: int | None = None
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Client:
    settings: Mapping[str, str]
    tokens: Tokens = field(default=TOKENS)
    buckets: Buckets = field(default=BUCKETS)
    sleep: Callable[[float], None] = time.sleep
    longest_wait: float = LONGEST_WAIT

    @property
    def base(self) -> str:
        """Empty where the settings name no shop; nothing is sent then."""
        try:
            return address_of(self.settings)
        except NotAShop:
            return ""

    def request(self, name: str, document: str, variables: dict[str, Any]) -> Request:
        """The same query and variables give the same bytes."""
        told = {"operationName": name, "query": document, "variables": variables}
        return Request(
            method="POST",
            url=f"{self.base}/admin/api/{API_VERSION}/graphql.json",
            headers=_JSON,
            body=msgspec.json.encode(told, order="sorted"),
        )

    def ask(self, name: str, document: str, variables: dict[str, Any]) -> Came:
        """A query: asked again where no answer comes, and it waits a little for the bucket."""
        request = self.request(name, document, variables)
        wait = self._bucket().wait_for(name)
        if 0 < wait <= self.longest_wait:
            self.sleep(wait)
        read = partial(http.read, sleep=self.sleep)
        came = self._sent(name, request, read)
        if isinstance(came.meaning, Refused) and came.status == 401 and came.meaning.again:
            return self._sent(name, request, read)
        return came

    def do(self, name: str, request: Request) -> Came:
        """A mutation: sent once, and only if the shop's bucket has room for it."""
        return self._sent(name, request, http.call)

    def _sent(self, name: str, request: Request, through: Callable[..., http.Answer]) -> Came:
        base, wait = self.base, self._bucket().wait_for(name)
        if not base:
            return Came(Refused(code="not_a_shop", detail=NotAShop.__doc__ or ""))
        if wait > SMALL_WAIT:
            text = "This shop's limit for its app is used up at the moment."
            return Came(Refused(code="throttled", detail=text, again=True, after_seconds=wait))
        token = self.tokens.token(base, self.settings)
        if isinstance(token, Refused):
            return Came(token)
        answer = through(request, auth_headers={"x-shopify-access-token": token})
        if not isinstance(answer, Exchange):
            return Came(answer)
        return Came(self._understood(name, answer), answer.status, answer.body)

    def _understood(self, name: str, answer: Exchange) -> Meaning:
        found = meaning(answer)
        if isinstance(found, Told):
            self._bucket().learn(name, found.cost)
        if answer.status == 401 and isinstance(found, Refused):
            renewed = self.tokens.forget(self.base, self.settings)
            return msgspec.structs.replace(found, again=renewed)
        return found

    def _bucket(self) -> Bucket:
        app = self.settings.get("client_id") or self.settings.get("access_token", "")
        return self.buckets.of(self.base, app)


def unsure(found: Refused | Unknown) -> Unknown:
    """Of a question: whatever went wrong, the answer is not known."""
    return Unknown(code=found.code, detail=found.detail)
