"""Questions to EasyPost's API, version 2. The key is the name of Basic authentication; there is no
password. Nothing is ever written."""

import base64
from collections.abc import Mapping
from urllib.parse import urlencode

import msgspec
from django.utils import timezone

from shopops.connectors import http
from shopops.connectors.http import Exchange, retry_after
from shopops.connectors.ports import CannotRead, Request

BASE = "https://api.easypost.com/v2"
MOST_BYTES = 16 * 1024 * 1024  # a hundred trackers with all their scans
MOST_SHOWN = 300


class Said(msgspec.Struct, frozen=True):
    code: str = ""
    message: str | list[str] = ""  # EasyPost writes either


class Problem(msgspec.Struct, frozen=True):
    error: Said = Said()


class Client:
    def __init__(self, api_key: str, *, base: str = BASE) -> None:
        named = base64.b64encode(f"{api_key}:".encode()).decode()
        self._auth = {"authorization": f"Basic {named}"}
        self._base = base.rstrip("/")

    def get(self, path: str, query: Mapping[str, str]) -> bytes:
        """The body of a good answer. Raises `CannotRead`."""
        request = Request(method="GET", url=f"{self._base}{path}?{urlencode(query)}")
        answer = http.read(request, auth_headers=self._auth, most_bytes=MOST_BYTES)
        if not isinstance(answer, Exchange):
            raise CannotRead.after(answer)
        if answer.status != 200:
            raise _refused(answer)
        return answer.body


def _refused(exchange: Exchange) -> CannotRead:
    said, after = _said(exchange.body), retry_after(exchange, now=timezone.now())
    if exchange.status == 429:
        text = "EasyPost asks to wait: too many requests."
        return CannotRead("busy", text, after_seconds=after)
    if exchange.status in (401, 403):
        return CannotRead("key_refused", f"EasyPost does not accept the key. {said}".strip())
    if exchange.status >= 500 or exchange.status == 408:
        text = f"EasyPost failed ({exchange.status}). {said}".strip()
        return CannotRead("shop_failed", text, after_seconds=after)
    return CannotRead("refused", f"EasyPost refuses this ({exchange.status}). {said}".strip())


def _said(body: bytes) -> str:
    try:
        said = msgspec.json.decode(body, type=Problem).error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    words = said.message if isinstance(said.message, str) else " ".join(said.message)
    return f"It says: {words[:MOST_SHOWN]}" if words else ""
