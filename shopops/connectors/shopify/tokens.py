"""The access token that each call carries.

Apps made since 2026 have none of their own: client ID and client secret are exchanged for one that
ends after a day. It is kept in this process only; another one gets its own.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from urllib.parse import urlencode

import msgspec

from shopops.connectors import http
from shopops.connectors.http import Exchange
from shopops.connectors.ports import Refused, Request
from shopops.connectors.readable import readable

EARLY = 300.0  # seconds before its end in which a token is no longer used
_FORM = {"content-type": "application/x-www-form-urlencoded"}


class _Granted(msgspec.Struct):
    access_token: str
    expires_in: int = 0


class _Denied(msgspec.Struct):
    error: str = ""
    error_description: str = ""


@dataclass(slots=True, eq=False)
class Tokens:
    """`clock`: seconds that only grow."""

    clock: Callable[[], float] = time.monotonic
    _kept: dict[tuple[str, str, str], tuple[str, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def token(self, base: str, settings: Mapping[str, str]) -> str | Refused:
        """Refused: no call was made with it, so nothing happened."""
        fixed = settings.get("access_token", "")
        if fixed:
            return fixed
        key = _key(base, settings)
        if not key[1]:
            return Refused(
                code="no_token",
                detail="Neither a client ID nor an access token is filled in. Add one of them.",
            )
        with self._lock:
            token, ends = self._kept.get(key, ("", 0.0))
        if token and self.clock() < ends:
            return token
        return self._fetched(base, key)  # two at once get two, and both are good

    def forget(self, base: str, settings: Mapping[str, str]) -> bool:
        """After the shop no longer takes it. True: the next call gets a new one."""
        with self._lock:
            self._kept.pop(_key(base, settings), None)
        return not settings.get("access_token")

    def _fetched(self, base: str, key: tuple[str, str, str]) -> str | Refused:
        form = {"grant_type": "client_credentials", "client_id": key[1], "client_secret": key[2]}
        request = Request(
            method="POST",
            url=f"{base}/admin/oauth/access_token",
            headers=_FORM,
            body=urlencode(form).encode(),
        )
        answer = http.read(request)
        if not isinstance(answer, Exchange):
            return Refused(code=answer.code, detail=answer.detail, again=True)
        if answer.status != 200:
            return _denied(answer)
        try:
            granted = msgspec.json.decode(answer.body, type=_Granted)
        except msgspec.DecodeError:
            return Refused(code="unreadable_answer", detail="No token came back.", again=True)
        ends = self.clock() + granted.expires_in - EARLY
        with self._lock:
            self._kept[key] = (granted.access_token, ends)
        return granted.access_token


def _key(base: str, settings: Mapping[str, str]) -> tuple[str, str, str]:
    return base, settings.get("client_id", ""), settings.get("client_secret", "")


def _denied(answer: Exchange) -> Refused:
    try:
        said = msgspec.json.decode(answer.body, type=_Denied)
    except msgspec.DecodeError:
        said = _Denied()
    words = said.error_description or said.error or f"status {answer.status}"
    reason = readable(words, instead="")[:200]
    return Refused(
        code="no_token",
        detail=(
            f"Shopify gives no access token for this client ID and secret ({reason}). Check "
            "both, and that the app is installed in this shop."
        ),
        again=answer.status in (408, 429) or answer.status >= 500,
    )
