"""A model's server on this machine: chat completions as they go over the line, and every way in
which they go wrong. `Model` is what a test sets; the address is the one of the settings."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from django.test import override_settings

Json = dict[str, Any]
KEY, NAME = "sk-a-double-s-secret", "wordsmith-2"
WORDS = "We understand how tiring it is to wait for a parcel. Thank you for your patience."
ERRORS: dict[int, dict[str, str | None]] = {
    401: {"message": f"Incorrect API key provided: {KEY}.", "code": "invalid_api_key"},
    404: {"message": "The model does not exist.", "code": "model_not_found"},
    429: {"message": "Rate limit reached.", "code": "rate_limit_exceeded"},
    500: {"message": "The server had an error.", "code": None},
}


@dataclass
class ModelDouble:
    """`answer`: the next text. `status`: another than 200. `raw`: bytes instead of an answer.
    `hangs`: no byte comes until the double is closed. `moved`: where it redirects to."""

    base: str = ""
    answer: str | None = WORDS
    status: int = 200
    finish_reason: str = "stop"
    choices: list[Json] | None = None
    raw: bytes | None = None
    hangs: bool = False
    moved: str = ""
    asked: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    closed: Event = field(default_factory=Event)

    @property
    def settings(self) -> dict[str, str]:
        return {
            "SHOPOPS_NARRATIVE_URL": self.base,
            "SHOPOPS_NARRATIVE_KEY": KEY,
            "SHOPOPS_NARRATIVE_MODEL": NAME,
        }

    def body(self) -> tuple[int, bytes]:
        if self.raw is not None:
            return self.status, self.raw
        if self.status != 200:
            error: Json = {"type": "error", "param": None, **ERRORS.get(self.status, ERRORS[500])}
            return self.status, json.dumps({"error": error}).encode()
        return 200, json.dumps(self._completion()).encode()

    def _completion(self) -> Json:
        said = {"role": "assistant", "content": self.answer, "refusal": None}
        one = {"index": 0, "message": said, "logprobs": None, "finish_reason": self.finish_reason}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_780_000_000,
            "model": NAME,
            "choices": [one] if self.choices is None else self.choices,
            "usage": {"prompt_tokens": 200, "completion_tokens": 20, "total_tokens": 220},
        }


@contextmanager
def a_model(**set_to: Any) -> Iterator[ModelDouble]:
    """It answers, and the site knows of it, until the end of the block."""
    double = ModelDouble(**set_to)
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(double)) as server:
        double.base = f"http://127.0.0.1:{server.server_port}/v1"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            with override_settings(**double.settings):
                yield double
        finally:
            double.closed.set()
            server.shutdown()
            thread.join(5)


def _handler(double: ModelDouble) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            double.asked.append(json.loads(self.rfile.read(length)))
            double.headers.append({name.lower(): value for name, value in self.headers.items()})
            double.paths.append(self.path)
            if double.hangs:
                double.closed.wait(30)
                return
            self._answer(*self._judged())

        def _judged(self) -> tuple[int, bytes]:
            if self.path != "/v1/chat/completions":
                return 404, b'{"error": {"message": "Invalid URL"}}'
            if self.headers["Authorization"] != f"Bearer {KEY}":
                return 401, json.dumps({"error": ERRORS[401]}).encode()
            return double.body()

        def _answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            if double.moved:
                self.send_header("Location", double.moved)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
