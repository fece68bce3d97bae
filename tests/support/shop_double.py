"""A shop with its own system, on this machine: a real server that speaks the protocol of
docs/connect-own-system.md, and fails as it is told to.

    with open_shop_double(tmp_path) as shop:
        shop.books.orders["O-1"] = {...}
        shop.fail("/refunds", Fault.DROP_AFTER)
        connector.writer(shop.settings)...
        assert len(shop.books.effects()) == 1
"""

import json
import socket
import sys
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, unquote
from uuid import uuid4

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from tests.support.shop_books import Books, Declined, Json

SECRET_OUT = "whsec_c2hvcG9wcyBzaWducyB3aXRoIHRoaXMgb25lIQ=="
SECRET_IN = "whsec_dGhlIHNob3AgaXRzZWxmIHNpZ25zIHdpdGggdGhpcw=="
TYPES = {
    "/refunds": "refund.create",
    "/replacements": "replacement.create",
    "/credits": "credit.create",
    "/notes": "note.create",
}
LONGEST_HANG = 60  # seconds; whoever waits has given up long before


class Fault(StrEnum):
    """Each for one request. `BEFORE`: nothing is done. `AFTER`: it is done, and on the disk."""

    REFUSE = "refuse"  # 422
    BUSY = "busy"  # 429, Retry-After: 1
    ERROR_BEFORE = "error before"  # 500
    ERROR_AFTER = "error after"
    HANG_BEFORE = "hang before"
    HANG_AFTER = "hang after"
    DROP_BEFORE = "drop before"
    DROP_AFTER = "drop after"
    MALFORMED = "malformed"  # done; the answer is no JSON
    LIE = "lie"  # says that it is done; nothing is, and it is not there when looked up
    LATER = "later"  # 202; done when it is looked up the second time


BROKEN = (500, "error", "Something broke.")
REFUSALS: dict[Fault | None, tuple[int, str, str]] = {
    Fault.REFUSE: (422, "not_allowed", "The shop does not do this."),
    Fault.BUSY: (429, "busy", "Come again later."),
    Fault.ERROR_BEFORE: BROKEN,
}


@dataclass
class ShopDouble:
    books: Books
    address: str = ""
    faults: defaultdict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    lookups: list[str] = field(default_factory=list)
    closing: Event = field(default_factory=Event)
    broken: list[BaseException] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, str]:
        return {"address": self.address, "secret_out": SECRET_OUT, "secret_in": SECRET_IN}

    def fail(self, path: str, *faults: Fault) -> None:
        """The next requests to `/refunds`, `/effects` and so on, one after the other."""
        self.faults[path].extend(faults)

    def webhook(
        self, kind: str, data: Any, *, message_id: str = "", now: datetime | None = None
    ) -> tuple[dict[str, str], bytes]:
        """Headers and body of one that this shop sends."""
        at = now or datetime.now(UTC)
        body = json.dumps({"type": kind, "timestamp": at.isoformat(), "data": data})
        name = message_id or f"msg_{uuid4().hex}"
        signature = Webhook(SECRET_IN).sign(name, at, body)
        headers = {
            "webhook-id": name,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": signature,
        }
        return headers, body.encode()

    def answer_read(self, path: str) -> tuple[int, Json]:
        if path == "/":
            offers = ["orders", "refunds", "replacements", "credits", "notes"]
            return 200, {"name": "The double", "protocol": 1, "offers": offers}
        if path.startswith("/notes?"):
            return self.answer_notes(parse_qs(path.partition("?")[2]))
        _, kind, name = (*path.split("/"), "", "")[:3]
        if kind == "orders":
            order = self.books.orders.get(unquote(name))
            return (200, order) if order else problem(404, "unknown_order", "There is none.")
        if kind != "effects":
            return problem(404, "unknown_address", "There is nothing here.")
        self.lookups.append(name)
        held = self.books.effect(name)
        if held is None:
            return problem(404, "unknown_effect", "This key never came.", key=name)
        self.books.finish(name)  # for the next time
        return 200, effect(held)

    def answer_notes(self, asked: dict[str, list[str]]) -> tuple[int, Json]:
        """Two at once, so that whoever reads them turns pages."""
        notes, begin = self.books.notes_of(asked["order_id"][0]), int(asked.get("after", ["0"])[0])
        more = {"next": str(begin + 2)} if begin + 2 < len(notes) else {}
        return 200, {"notes": notes[begin : begin + 2], **more}

    def answer_write(self, path: str, key: str, body: bytes, fault: Fault | None) -> Any:
        """Status and answer."""
        said = json.loads(body)
        if TYPES.get(path) != said["type"]:
            return problem(400, "malformed", "The type does not fit the address.")
        self.books.ask(key, said["type"], body)
        if fault in REFUSALS:
            return problem(*REFUSALS[fault])
        if fault is Fault.LIE:
            return 200, {"key": key, "status": "done", "id": "E-never"}
        try:
            line = self.books.do(key, said, body, later=fault is Fault.LATER)
        except Declined as declined:
            return problem(declined.status, declined.code, str(declined))
        if fault is Fault.ERROR_AFTER:
            return problem(*BROKEN)
        return (202 if line["what"] == "pending" else 200), effect(line)


def effect(line: Json) -> Json:
    told = {"key": line["key"], "status": line["what"]}
    return {**told, **{name: line[name] for name in ("id", "done_at") if name in line}}


def problem(status: int, code: str, detail: str, **more: str) -> tuple[int, Json]:
    return status, {"title": "Not done", "status": status, "detail": detail, "code": code, **more}


class Handler(BaseHTTPRequestHandler):
    shop: ShopDouble

    def do_GET(self) -> None:
        self._handle(b"", self.path)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._handle(body, self.headers.get("webhook-id", ""))

    def _handle(self, body: bytes, message_id: str) -> None:
        if not self._is_proven(body, message_id):
            self._say(*problem(401, "not_authorized", "The signature does not fit."))
            return
        waiting = self.shop.faults["/" + self.path.split("/")[1]]
        fault = waiting.popleft() if waiting else None
        if fault in (Fault.HANG_BEFORE, Fault.DROP_BEFORE):
            self._leave(fault)
            return
        status, answer = self._answer(body, message_id, fault)
        if fault in (Fault.HANG_AFTER, Fault.DROP_AFTER):
            self._leave(fault)
        elif fault is Fault.MALFORMED:
            self._send(status, "application/json", b'{"key": "')
        else:
            self._say(status, answer)

    def _answer(self, body: bytes, message_id: str, fault: Fault | None) -> tuple[int, Json]:
        if self.command == "POST":
            found: tuple[int, Json] = self.shop.answer_write(self.path, message_id, body, fault)
            return found
        if fault in REFUSALS:
            return problem(*REFUSALS[fault])
        return self.shop.answer_read(self.path)

    def _is_proven(self, body: bytes, message_id: str) -> bool:
        """As the library that a shop would take has it; a read is signed for its path."""
        try:
            Webhook(SECRET_OUT).verify(body, dict(self.headers.items()), json_parse=False)
        except WebhookVerificationError:
            return False
        return self.headers["webhook-id"] == message_id

    def _leave(self, fault: Fault) -> None:
        if fault in (Fault.HANG_BEFORE, Fault.HANG_AFTER):
            self.shop.closing.wait(LONGEST_HANG)
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def _say(self, status: int, answer: Json) -> None:
        kind = "application/json" if status < 400 else "application/problem+json"
        self._send(status, kind, json.dumps(answer).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    shop: ShopDouble

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever was killed, or gave up, hangs up in the middle; anything else fails the test."""
        problem = _current()
        if not isinstance(problem, OSError):
            self.shop.broken.append(problem)


def _current() -> BaseException:
    found = sys.exception()
    assert found is not None
    return found


@contextmanager
def open_shop_double(folder: Path, *, honours_keys: bool = True) -> Iterator[ShopDouble]:
    """`folder` keeps the log of its effects."""
    shop = ShopDouble(Books(folder / "effects.jsonl", honours_keys=honours_keys))
    server = Server(("127.0.0.1", 0), type("OfThisShop", (Handler,), {"shop": shop}))
    server.shop = shop
    shop.address = f"http://127.0.0.1:{server.server_port}"
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
