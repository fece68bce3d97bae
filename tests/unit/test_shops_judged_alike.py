"""What an answer means, the same at every kind of shop."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from shopops.connectors.easypost.client import Client as EasyPost
from shopops.connectors.generic.client import refusal_of
from shopops.connectors.generic.reader import GenericReader
from shopops.connectors.http import Exchange
from shopops.connectors.ports import CannotRead, Reader, Refused, Unknown
from shopops.connectors.shopify.answers import meaning
from shopops.connectors.shopify.reader import ShopifyReader
from shopops.connectors.shopify.tokens import Tokens
from shopops.connectors.woocommerce.answers import refusal
from shopops.connectors.woocommerce.reader import WooCommerceReader
from tests.support.shop_double import SECRET_OUT

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
WRITES: dict[str, Callable[[Exchange], object]] = {
    "generic": lambda exchange: refusal_of(exchange, now=NOW),
    "shopify": meaning,
    "woocommerce": lambda exchange: refusal(exchange, writes=True, now=NOW),
}


class EasyPostReader:
    """One read of it; it knows no orders."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._client = EasyPost("EZAKkey", base=settings["address"])

    def order(self, order_id: str) -> bytes:
        return self._client.get(f"/{order_id}", {})


READERS: dict[str, Callable[[dict[str, str]], Any]] = {
    "easypost": EasyPostReader,
    "generic": GenericReader,
    "shopify": ShopifyReader,
    "woocommerce": WooCommerceReader,
}


@contextmanager
def answering(status: int, **headers: str) -> Iterator[dict[str, str]]:
    """Settings by which any reader asks a server that answers so to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self.send_response(status)
            for name, value in {**headers, "Content-Length": "0"}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *args: Any) -> None:
            """Nobody reads it."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        place = f"127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield {
                "address": f"http://{place}",
                "secret_out": SECRET_OUT,
                "consumer_key": "ck_1",
                "consumer_secret": "cs_1",
                "shop": place,
                "access_token": f"shpat_{server.server_port}",
            }
        finally:
            server.shutdown()


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504])
@pytest.mark.parametrize("shop", WRITES)
def test_no_answer_in_time_and_a_failure_promise_nothing(shop: str, status: int) -> None:
    assert isinstance(WRITES[shop](Exchange(status, {}, b"")), Unknown)


@pytest.mark.parametrize("shop", WRITES)
def test_who_is_asked_too_much_did_nothing_and_says_when_to_come_again(shop: str) -> None:
    answer = WRITES[shop](Exchange(429, {"retry-after": "7"}, b""))
    assert isinstance(answer, Refused)
    assert (answer.again, answer.after_seconds) == (True, 7)


@pytest.mark.slow
@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("shop", READERS)
def test_who_could_not_read_knows_when_to_ask_again(shop: str, status: int) -> None:
    with answering(status, Retry_After="7") as settings:
        reader: Reader = READERS[shop](settings)
        with pytest.raises(CannotRead) as problem:
            reader.order("61")
    assert problem.value.after_seconds == 7


def test_a_token_that_shopify_was_too_slow_to_give_is_asked_for_again() -> None:
    with answering(408) as settings:
        told = {"shop": settings["shop"], "client_id": "c", "client_secret": "s"}
        token = Tokens().token(settings["address"], told)
    assert isinstance(token, Refused)
    assert token.again


def test_who_says_nothing_of_when_is_asked_as_ever() -> None:
    with answering(429) as settings, pytest.raises(CannotRead) as problem:
        GenericReader(settings).order("61")
    assert problem.value.after_seconds is None


def test_a_part_of_a_second_is_waited_for_whole() -> None:
    busy = Refused(code="throttled", detail="", again=True, after_seconds=1.6)
    assert CannotRead.after(busy).after_seconds == 2
