"""A WooCommerce shop on this machine: a real server with the paths, proofs, error bodies and pages
of the REST interface v3, which fails as it is told to. Checked against WooCommerce's own examples
in tests/real/test_woocommerce_double.py.

    with open_woocommerce(tmp_path) as shop:
        shop.books.put(woo_order())
        shop.fail(Fault.DROP_AFTER)
        WooCommerceWriter(shop.settings)...
        assert len(shop.books.effects()) == 1
"""

import base64
import json
import re
import socket
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from shopops.connectors.woocommerce.signature import signature
from tests.support.woocommerce_books import Declined, Died, Json, WooBooks

KEY, SECRET, WEBHOOK_SECRET = "ck_double", "cs_double", 'a&b"c and 16 characters'
LONGEST_HANG = 60  # seconds; whoever waits has given up long before

_ROUTE = re.compile(r"/wc/v3/orders(?:/(?P<order>\d+|batch)(?:/(?P<part>refunds|notes))?)?/?")


class Fault(StrEnum):
    """Each for one request. `BEFORE`: nothing is done. `AFTER`: it is done."""

    BUSY = "busy"
    MAINTENANCE = "maintenance"
    ERROR_BEFORE = "error before"
    ERROR_AFTER = "error after"
    HANG_BEFORE = "hang before"
    HANG_AFTER = "hang after"
    DROP_BEFORE = "drop before"
    DROP_AFTER = "drop after"
    GARBLED = "garbled"  # done; a PHP warning stands before the answer
    FIREWALL = "firewall"
    MOVED = "moved"


BROKEN = '{"code":"internal_server_error","message":"<p>There has been a critical error.</p>"}'
PAGES: dict[Fault | None, tuple[int, str]] = {
    Fault.BUSY: (429, "<html>Too many</html>"),
    Fault.MAINTENANCE: (503, "<html>Briefly unavailable for scheduled maintenance.</html>"),
    Fault.ERROR_BEFORE: (500, BROKEN),
    Fault.FIREWALL: (403, "<html>Blocked</html>"),
    Fault.MOVED: (301, ""),
}
HEADERS: dict[Fault | None, dict[str, str]] = {
    Fault.BUSY: {"Retry-After": "7"},
    Fault.MAINTENANCE: {"Retry-After": "600"},
    Fault.MOVED: {"Location": "https://www.shop.example/"},
}


@dataclass
class WooDouble:
    """`writes`: whether the key may write. `plain`: the shop's links are plain ones. `is_old`: of
    before 5.8, which knows no `modified_after`. `cache`: an address that was answered once is
    answered the same again."""

    books: WooBooks
    writes: bool = True
    plain: bool = False
    is_old: bool = False
    cache: dict[str, Any] | None = None
    page_limit: int = 100
    faults: deque[Fault] = field(default_factory=deque)
    asked: list[str] = field(default_factory=list)
    closing: Event = field(default_factory=Event)

    @property
    def settings(self) -> dict[str, str]:
        return {
            "address": self.books.address + ("/?rest_route=/" if self.plain else ""),
            "consumer_key": KEY,
            "consumer_secret": SECRET,
            "webhook_secret": WEBHOOK_SECRET,
        }

    def fail(self, *faults: Fault) -> None:
        """The next requests that write, one after the other."""
        self.faults.extend(faults)

    def webhook(
        self, topic: str, payload: Any, *, delivery: str = "d1"
    ) -> tuple[dict[str, str], bytes]:
        """Headers by small-letter name, and body, as the shop sends them."""
        body = as_php_writes(payload)
        headers = {
            "x-wc-webhook-source": f"{self.books.address}/",
            "x-wc-webhook-topic": topic,
            "x-wc-webhook-resource": topic.partition(".")[0],
            "x-wc-webhook-event": topic.partition(".")[2],
            "x-wc-webhook-signature": signature(WEBHOOK_SECRET, body),
            "x-wc-webhook-id": "5",
            "x-wc-webhook-delivery-id": delivery,
        }
        return headers, body

    def read(self, order: str | None, part: str | None, query: dict[str, str]) -> Any:
        if order is None:
            return self._orders(query)
        found = self.books.order(order)
        if part == "notes":  # all of them, whatever page is asked for
            return self.books.notes.get(order, [])
        if part == "refunds":
            return self._page(self.books.refunds.get(order, []), query)
        return found

    def write(self, order: str | None, part: str | None, asked: Json) -> Any:
        if order == "batch":
            return [] if not asked else {"create": [], "update": [], "delete": []}
        if order is None:
            return self.books.copy_order(asked)
        return getattr(self.books, "refund" if part == "refunds" else "note")(order, asked)

    def prove(self, said: str, *, writes: bool) -> None:
        """A key that the shop does not know is as good as none. Raises `Declined`."""
        key, _, secret = base64.b64decode(said.removeprefix("Basic ")).decode().partition(":")
        if key != KEY:
            code = "woocommerce_rest_cannot_view"
            raise Declined(401, code, "Sorry, you cannot list resources.")
        if secret != SECRET:
            message = "Consumer secret is invalid."
            raise Declined(401, "woocommerce_rest_authentication_error", message)
        if writes and not self.writes:
            message = "The API key provided does not have write permissions."
            raise Declined(401, "woocommerce_rest_authentication_error", message)

    def _orders(self, query: dict[str, str]) -> list[Json]:
        trashed = query.get("status") == "trash"
        modified_after = "" if self.is_old else query.get("modified_after", "")
        found = [
            self.books.order(order_id)
            for order_id, order in self.books.orders.items()
            if (order["status"] == "trash") is trashed
            and order["date_created_gmt"] >= query.get("after", "")
            and order["date_modified_gmt"] >= modified_after
        ]
        found.sort(key=lambda order: order["id"], reverse=query.get("order") != "asc")
        return self._page(found, query)

    def _page(self, found: list[Json], query: dict[str, str]) -> list[Json]:
        size = int(query.get("per_page", "10"))
        if size > self.page_limit:
            raise Declined(400, "rest_invalid_param", "Invalid parameter(s): per_page")
        first = (int(query.get("page", "1")) - 1) * size
        return found[first : first + size]


class Handler(BaseHTTPRequestHandler):
    shop: WooDouble

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.shop.asked.append(self.path)
        kept = self.shop.cache
        if kept is not None and self.path in kept:
            self._say(200, kept[self.path])
            return
        status, answer = self._answered({}, query, writes=False)
        if kept is not None:
            kept[self.path] = answer
        self._say(status, answer)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fault = self.shop.faults.popleft() if self.shop.faults else None
        if fault in PAGES:
            status, page = PAGES[fault]
            self._send(status, page.encode(), HEADERS.get(fault, {}))
        elif fault in (Fault.HANG_BEFORE, Fault.DROP_BEFORE):
            self._leave(fault)
        else:
            self._write(asked, fault)

    def _write(self, asked: Json, fault: Fault | None) -> None:
        query = parse_qs(urlsplit(self.path).query)
        try:
            status, answer = self._answered(
                asked, {name: values[0] for name, values in query.items()}, writes=True
            )
        except Died:
            self._leave(None)
            return
        if fault in (Fault.HANG_AFTER, Fault.DROP_AFTER):
            self._leave(fault)
        elif fault is Fault.ERROR_AFTER:
            self._send(500, BROKEN.encode(), {})
        elif fault is Fault.GARBLED:
            self._send(status, b"<br />\n<b>Warning</b>: " + json.dumps(answer).encode(), {})
        else:
            self._say(status, answer)

    def _answered(self, asked: Json, query: dict[str, str], *, writes: bool) -> tuple[int, Any]:
        route = self._route(query)
        if route is None:
            return 404, "<html>Page not found</html>"
        if route == "/":
            return 200, {"name": "Kiel &amp; Sons", "namespaces": ["wp/v2", "wc/v3"]}
        try:
            return self._done(route, asked, query, writes=writes)
        except Declined as declined:
            data = {"status": declined.status}
            said = {"code": declined.code, "message": str(declined), "data": data}
            return declined.status, said

    def _route(self, query: dict[str, str]) -> str | None:
        if self.shop.plain:
            return query.get("rest_route")
        path = urlsplit(self.path).path
        return path.removeprefix("/wp-json") if path.startswith("/wp-json") else None

    def _done(
        self, route: str, asked: Json, query: dict[str, str], *, writes: bool
    ) -> tuple[int, Any]:
        match = _ROUTE.fullmatch(route)
        if match is None:
            raise Declined(404, "rest_no_route", "No route was found.")
        self.shop.prove(self.headers.get("Authorization", ""), writes=writes)
        if not writes:
            return 200, self.shop.read(match["order"], match["part"], query)
        made = self.shop.write(match["order"], match["part"], asked)
        return (200 if match["order"] == "batch" else 201), made

    def _leave(self, fault: Fault | None) -> None:
        if fault in (Fault.HANG_BEFORE, Fault.HANG_AFTER):
            self.shop.closing.wait(LONGEST_HANG)
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def _say(self, status: int, answer: Any) -> None:
        body = answer.encode() if isinstance(answer, str) else as_php_writes(answer)
        self._send(status, body, {})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


def as_php_writes(value: Any) -> bytes:
    """With \\/ for /."""
    return json.dumps(value, separators=(",", ":")).replace("/", "\\/").encode()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever gave up hangs up in the middle; anything else is shown."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


@contextmanager
def open_woocommerce(folder: Path, **more: Any) -> Iterator[WooDouble]:
    """`folder` keeps the log of its effects. `more`: of `WooDouble`."""
    shop = WooDouble(WooBooks(folder / "woocommerce.jsonl"), **more)
    with Server(("127.0.0.1", 0), type("OfThisShop", (Handler,), {"shop": shop})) as server:
        shop.books.address = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield shop
        finally:
            shop.closing.set()
            server.shutdown()
            thread.join(5)
