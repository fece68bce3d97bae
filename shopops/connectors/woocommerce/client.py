"""Calls of the WooCommerce REST interface, version 3.

The key goes as Basic authentication, which WooCommerce takes over https only. Questions carry a
parameter that is new each time: what a cache in front of the shop has kept is not the newest state.
"""

import base64
import secrets
from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.utils import timezone

from shopops.connectors import http
from shopops.connectors.http import Exchange
from shopops.connectors.ports import Refused, Request, Unknown
from shopops.connectors.woocommerce.address import Site
from shopops.connectors.woocommerce.answers import refusal
from shopops.connectors.woocommerce.settings import ADDRESS, BEGINNINGS, KEY, LABELS, SECRET

PAGE = 100  # the most that WooCommerce gives at once
MOST_PAGES = 50


class NotRead(Exception):
    """A question without a usable answer; `status` and `body` as they came, if they did."""

    def __init__(
        self, answer: Refused | Unknown, status: int | None = None, body: bytes = b""
    ) -> None:
        super().__init__(answer.detail)
        self.answer = answer
        self.status = status
        self.body = body


class Client:
    def __init__(self, settings: Mapping[str, str]) -> None:
        """Raises `ValueError` for settings that can't be right."""
        self.site = Site(settings.get(ADDRESS, ""))
        proof = f"{_part(settings, KEY)}:{_part(settings, SECRET)}"
        self._auth = {"authorization": f"Basic {base64.b64encode(proof.encode()).decode()}"}

    def now(self) -> datetime:
        return timezone.now()

    def send(self, request: Request) -> Exchange | Refused | Unknown:
        """Once; the answer is not judged."""
        return http.call(request, auth_headers=self._auth)

    def index(self) -> bytes:
        """What WordPress says of the site to anybody. Raises `NotRead`."""
        return self._read(Request(method="GET", url=self.site.index()), {}).body

    def one(self, path: str) -> bytes:
        """One object, as it came. Raises `NotRead`."""
        exchange = self._get(path, {})
        _members(exchange)
        return exchange.body

    def items(self, path: str, query: Mapping[str, str] | None = None) -> list[bytes]:
        """The items of a list that comes whole, each as it came. Raises `NotRead`."""
        return _items(self._get(path, dict(query or {})))

    def pages(self, path: str, query: Mapping[str, str] | None = None) -> list[bytes]:
        """The items of all pages of a list. Raises `NotRead`, also where there are too many."""
        found: list[bytes] = []
        for page in range(1, MOST_PAGES + 1):
            asked = {**(query or {}), "per_page": str(PAGE), "page": str(page)}
            items = self.items(path, asked)
            found += items
            if len(items) < PAGE:
                return found
        detail = f"The shop has more than {len(found):,} of these, too many to look through."
        raise NotRead(Unknown(code="too_many", detail=detail, answered=True))

    def _get(self, path: str, query: dict[str, str]) -> Exchange:
        fresh = {**query, "_": secrets.token_hex(8)}
        return self._read(Request(method="GET", url=self.site.url(path, fresh)), self._auth)

    def _read(self, request: Request, auth: Mapping[str, str]) -> Exchange:
        answer = http.read(request, auth_headers=auth)
        if not isinstance(answer, Exchange):
            raise NotRead(answer)
        if answer.status != 200:
            meaning = refusal(answer, writes=False, now=self.now())
            raise NotRead(meaning, answer.status, answer.body)
        return answer


def unreadable(body: bytes) -> Unknown:
    begins = body.lstrip()[:40].decode("utf-8", "backslashreplace")
    detail = f"The shop's answer is not what WooCommerce answers; it begins with {begins!r}."
    return Unknown(code="unreadable_answer", detail=detail)


def begins_with(said: str, beginning: str) -> bool:
    return said.strip().startswith(beginning) and said.isascii()


def _part(settings: Mapping[str, str], name: str) -> str:
    said = settings.get(name, "")
    if not begins_with(said, BEGINNINGS[name]):
        raise ValueError(f"{LABELS[name]}: it begins with {BEGINNINGS[name]}.")
    return said.strip()


def _members(exchange: Exchange) -> dict[str, msgspec.Raw]:
    try:
        return msgspec.json.decode(exchange.body, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise NotRead(unreadable(exchange.body), exchange.status, exchange.body) from problem


def _items(exchange: Exchange) -> list[bytes]:
    try:
        found = msgspec.json.decode(exchange.body, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise NotRead(unreadable(exchange.body), exchange.status, exchange.body) from problem
    return [bytes(item) for item in found]
