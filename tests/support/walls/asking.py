"""Asking every address as everybody, and telling two answers apart."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client

from tests.support.walls.answers import SIGN_IN

Answer = Any  # what the test client makes of a response
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
TIME = re.compile(r"<time .*?</time>")
# Of every answer their own, whoever asks.
UNLIKE = {"Set-Cookie", "Content-Length", "Vary"}


@contextmanager
def taken_back() -> Iterator[None]:
    """What is written inside is gone afterwards. No block, because commands open durable ones."""
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)


@dataclass
class Asking:
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def page(
        self, method: str, path: str, session: str = "", form: Mapping[str, Any] | None = None
    ) -> Answer:
        self.client.cookies.clear()
        if session:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = session
        with taken_back():
            if method == "POST":
                return _read(self.client.post(path, form or {}))
            return _read(self.client.generic(method, path))

    def api(self, method: str, path: str, secret: str, **more: Any) -> Answer:
        self.client.cookies.clear()
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        headers |= more.pop("headers", {})
        kind = "application/json"
        with taken_back():
            return self.client.generic(method, path, content_type=kind, headers=headers, **more)


def _read(answer: Answer) -> Answer:
    """What is given in pieces is asked for to the end, as a server does."""
    if answer.streaming:
        b"".join(answer.streaming_content)
    return answer


def told(answer: Answer) -> int | str:
    """The status; or that it leads to the sign-in, and back from there."""
    if answer.status_code == 302 and answer["Location"].startswith("/sign-in/?next="):
        return SIGN_IN
    return int(answer.status_code)


def shown(answer: Answer, echoes: Mapping[str, str] | None = None) -> tuple[Any, ...]:
    """Everything that could tell one answer from another: status, headers, each byte, and what the
    next page says; but for what was asked (`echoes`) and the time of day."""
    headers = {name: value for name, value in answer.headers.items() if name not in UNLIKE}
    words = [str(message) for message in get_messages(answer.wsgi_request)]
    told_back = [TIME.sub("", CSRF.sub("", answer.content.decode())), str(headers), str(words)]
    for asked, instead in (echoes or {}).items():
        told_back = [re.sub(rf"\b{re.escape(asked)}\b", instead, text) for text in told_back]
    return answer.status_code, *told_back
