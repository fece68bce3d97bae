"""A Shopify shop on this machine: a real server with the Admin API's address, tokens, GraphQL
envelope, errors, costs and pages, which fails as it is told to.

Queries are validated and run by graphql-core against the schema beside this file, so a member or an
argument that Shopify does not document fails the test. What one would cost is reckoned too, by the
strictest rule that Shopify ever published, and may not exceed what a single query may cost.

    with open_shopify(tmp_path) as shop:
        shop.books.put(shopify_order(), shopify_transaction())
        shop.fail(Fault.DROP_AFTER)
        ShopifyWriter(shop.settings)...
        assert len(shop.books.effects("refund")) == 1
"""

import json
import socket
import sys
from base64 import b64encode
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from hmac import digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs

from tests.support.shopify_books import Books
from tests.support.shopify_graphql import MOST_COST, Ran, run
from tests.support.shopify_telling import Json

CLIENT_ID, SECRET = "app-of-a-test", "shpss_of_an_app_of_a_test"
VERSION = "2026-10"
LONGEST_HANG = 60  # seconds; whoever waits has given up long before
SCOPES = (
    "write_orders",
    "read_customers",
    "write_draft_orders",
    "write_store_credit_account_transactions",
)


class Fault(StrEnum):
    """Each for one query. `BEFORE`: nothing is done. `AFTER`: it is done, and on the disk."""

    THROTTLED = "throttled"
    BUSY = "busy"  # 429
    UNPAID = "unpaid"  # 402
    LOCKED = "locked"  # 423
    EXPIRED = "expired"  # 401; the token is no longer taken from then on
    ERROR_BEFORE = "error before"
    ERROR_AFTER = "error after"
    INTERNAL_AFTER = "internal error after"  # 200, with an error beside null
    HANG_BEFORE = "hang before"
    HANG_AFTER = "hang after"
    DROP_BEFORE = "drop before"
    DROP_AFTER = "drop after"
    GARBLED = "garbled"  # done; the answer is a page


BEFORE = {
    Fault.BUSY: (429, {"errors": "Too many"}),
    Fault.UNPAID: (402, {"errors": "Unavailable Shop"}),
    Fault.LOCKED: (423, {"errors": "Locked"}),
    Fault.ERROR_BEFORE: (500, {"errors": "Internal Server Error"}),
}


@dataclass
class ShopifyDouble:
    books: Books
    address: str = ""
    scopes: tuple[str, ...] = SCOPES
    faults: deque[Fault] = field(default_factory=deque)
    faults_at: dict[str, deque[Fault]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    closing: Event = field(default_factory=Event)
    broken: list[BaseException] = field(default_factory=list)
    left: float = MOST_COST * 2
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def settings(self) -> dict[str, str]:
        return {"shop": self.address, "client_id": CLIENT_ID, "client_secret": SECRET}

    def fail(self, *faults: Fault) -> None:
        """The next queries, one after the other."""
        self.faults.extend(faults)

    def fail_at(self, name: str, *faults: Fault) -> None:
        """The next queries or mutations of that name."""
        self.faults_at.setdefault(name, deque()).extend(faults)

    def fault(self, name: str) -> Fault | None:
        waiting = self.faults_at.get(name) or self.faults
        return waiting.popleft() if waiting else None

    def webhook(self, topic: str, payload: Json, *, name: str = "") -> tuple[dict[str, str], bytes]:
        """Headers, by small-letter name, and body of one that this shop sends."""
        body = json.dumps(payload).encode()
        headers = {
            "x-shopify-topic": topic,
            "x-shopify-hmac-sha256": b64encode(digest(SECRET.encode(), body, "sha256")).decode(),
            "x-shopify-shop-domain": self.address,
            "x-shopify-api-version": VERSION,
            "x-shopify-webhook-id": name or f"webhook-{next(self._numbers)}",
            "x-shopify-event-id": "event-1",
            "x-shopify-triggered-at": "2026-03-03T10:00:00.123456789Z",
        }
        return headers, body

    def grant(self, form: dict[str, list[str]]) -> tuple[int, Json]:
        wanted = (["client_credentials"], [CLIENT_ID], [SECRET])
        if tuple(form.get(name) for name in ("grant_type", "client_id", "client_secret")) != wanted:
            return 400, {"error": "invalid_client", "error_description": "Not this app's secret"}
        token = f"shpat_{next(self._numbers)}"
        self.tokens.add(token)
        scope = ",".join(self.scopes)
        return 200, {"access_token": token, "scope": scope, "expires_in": 86399}

    def answer(self, query: Json, fault: Fault | None) -> tuple[int, Json]:
        if fault in BEFORE:
            return BEFORE[fault]
        left = 0 if fault is Fault.THROTTLED else self.left
        ran = run(self.books, query, scopes=self.scopes, left=left)
        if ran.cost > left:
            error = {"message": "Throttled", "extensions": {"code": "THROTTLED"}}
            return 200, {"errors": [error], "extensions": self._costs(ran)}
        if fault is Fault.ERROR_AFTER:
            return 500, {"errors": "Internal Server Error"}
        if fault is Fault.INTERNAL_AFTER:
            error = {"message": "Boom", "extensions": {"code": "INTERNAL_SERVER_ERROR"}}
            return 200, {"data": None, "errors": [error]}
        return 200, {**ran.answer, "extensions": self._costs(ran)}

    def _costs(self, ran: Ran) -> Json:
        status = {
            "maximumAvailable": 2000.0,
            "currentlyAvailable": self.left,
            "restoreRate": 100.0,
        }
        return {"cost": {"requestedQueryCost": ran.cost, "throttleStatus": status}}


class Handler(BaseHTTPRequestHandler):
    shop: ShopifyDouble

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/admin/oauth/access_token":
            self._say(*self.shop.grant(parse_qs(body.decode())))
        elif self.path != f"/admin/api/{VERSION}/graphql.json":
            self._say(404, {"errors": "Not Found"})
        elif self.headers.get("X-Shopify-Access-Token") not in self.shop.tokens:
            self._say(401, {"errors": "[API] Invalid API key or access token"})
        else:
            self._query(json.loads(body))

    def _query(self, query: Json) -> None:
        shop = self.shop
        fault = shop.fault(query["operationName"])
        shop.asked.append(query["operationName"])
        if fault is Fault.EXPIRED:
            shop.tokens.clear()
            self._say(401, {"errors": "[API] Invalid API key or access token"})
        elif fault in (Fault.HANG_BEFORE, Fault.DROP_BEFORE):
            self._leave(fault)
        else:
            with shop.books.lock:
                status, answer = shop.answer(query, fault)
            if fault in (Fault.HANG_AFTER, Fault.DROP_AFTER):
                self._leave(fault)
            elif fault is Fault.GARBLED:
                self._send(200, b"<html>Something went wrong</html>")
            else:
                self._say(status, answer)

    def _leave(self, fault: Fault) -> None:
        if fault in (Fault.HANG_BEFORE, Fault.HANG_AFTER):
            self.shop.closing.wait(LONGEST_HANG)
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def _say(self, status: int, answer: Json) -> None:
        self._send(status, json.dumps(answer).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "2")
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    shop: ShopifyDouble

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever was killed, or gave up, hangs up in the middle; anything else fails the test."""
        problem = sys.exception()
        if problem is not None and not isinstance(problem, OSError):
            self.shop.broken.append(problem)


@contextmanager
def open_shopify(folder: Path) -> Iterator[ShopifyDouble]:
    """`folder` keeps the log of its effects."""
    shop = ShopifyDouble(Books(folder / "effects.jsonl"))
    server = Server(("127.0.0.1", 0), type("OfThisShop", (Handler,), {"shop": shop}))
    server.shop = shop
    shop.address = f"127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield shop
    finally:
        shop.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
    assert shop.broken == []
