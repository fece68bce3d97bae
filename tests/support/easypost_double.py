"""EasyPost on this machine: a real server that lists trackers page by page as its API, version 2,
does, and signs events. Checked against recorded answers in tests/real/test_easypost_double.py.
"""

import base64
import copy
import json
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from shopops.connectors.easypost.inbox import signature

Json = dict[str, Any]
KEY, WEBHOOK_SECRET = "EZAKdouble", "sécret of a double"
MOST = 100


@dataclass
class EasyPostDouble:
    """`busy`: Retry-After of the next answers, which are 429."""

    base: str = ""
    trackers: list[Json] = field(default_factory=list)
    busy: deque[int] = field(default_factory=deque)
    asked: list[dict[str, str]] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, str]:
        return {"api_key": KEY, "webhook_secret": WEBHOOK_SECRET}

    def put(self, tracker: Json) -> None:
        """In place of an older state of it."""
        rest = [one for one in self.trackers if one["id"] != tracker["id"]]
        self.trackers = [*rest, copy.deepcopy(tracker)]

    def event(
        self, tracker: Json, *, topic: str = "tracker.updated", event_id: str = "evt_1"
    ) -> tuple[dict[str, str], bytes]:
        """Headers by small-letter name, and body, of a webhook."""
        event = {
            "description": topic,
            "mode": "production",
            "previous_attributes": {},
            "created_at": tracker["updated_at"],
            "pending_urls": ["https://shop.example/"],
            "completed_urls": [],
            "updated_at": tracker["updated_at"],
            "id": event_id,
            "user_id": "user_1",
            "status": "pending",
            "object": "Event",
            "result": tracker,
        }
        body = json.dumps(event, separators=(",", ":")).encode()
        return {"x-hmac-signature": signature(WEBHOOK_SECRET, body)}, body

    def listed(self, query: dict[str, str]) -> tuple[int, Json]:
        size = int(query.get("page_size", "20"))
        if size > MOST:
            return _problem(422, "PARAMETER.INVALID", "page_size is at most 100.")
        found = [one for one in self.trackers if one["created_at"] > query["start_datetime"]]
        found.sort(key=lambda one: (one["created_at"], one["id"]), reverse=True)
        if "before_id" in query:
            ids = [one["id"] for one in found]
            found = found[ids.index(query["before_id"]) + 1 :]
        return 200, {"trackers": found[:size], "has_more": len(found) > size}


class Handler(BaseHTTPRequestHandler):
    double: EasyPostDouble

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.double.asked.append(query)
        said = self.headers.get("Authorization", "").removeprefix("Basic ")
        wait = self.double.busy.popleft() if self.double.busy else None
        if base64.b64decode(said).decode() != f"{KEY}:":
            status, answer = _problem(401, "APIKEY.INACTIVE", "This api key is no longer active.")
        elif wait is not None:
            status, answer = _problem(429, "RATE_LIMITED", "Too many requests.")
        elif re.fullmatch(r"/v2/trackers/?", parts.path):
            status, answer = self.double.listed({"start_datetime": "", **query})
        else:
            status, answer = _problem(404, "NOT_FOUND", "The requested resource is not there.")
        body = json.dumps(answer).encode()
        self.send_response(status)
        if wait is not None:
            self.send_header("Retry-After", str(wait))
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


def _problem(status: int, code: str, message: str) -> tuple[int, Json]:
    return status, {"error": {"code": code, "message": message, "errors": []}}


@contextmanager
def open_easypost() -> Iterator[EasyPostDouble]:
    double = EasyPostDouble()
    door = type("OfThisDouble", (Handler,), {"double": double})
    with ThreadingHTTPServer(("127.0.0.1", 0), door) as server:
        double.base = f"http://127.0.0.1:{server.server_port}/v2"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield double
        finally:
            server.shutdown()
            thread.join(5)
