"""What docs/connect-own-system.md promises a developer: vectors, bodies, and examples that run."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from shopops.connectors.generic.inbox import GenericInbox
from shopops.connectors.generic.reader import GenericReader
from shopops.connectors.generic.signing import proven_id, signed
from shopops.connectors.generic.writer import GenericWriter
from shopops.connectors.ports import (
    Absent,
    AnyAsk,
    CreditAsk,
    Done,
    NoteAsk,
    RefundAsk,
    Refused,
    ReshipAsk,
    ReshipLine,
    Unknown,
)
from tests.support.shop_double import SECRET_IN, SECRET_OUT

DOC = (Path(__file__).parents[2] / "docs/connect-own-system.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```\w+ ([\w.-]+)\n(.*?)```", DOC, re.DOTALL))
NOW = datetime.fromtimestamp(1772452800, UTC)
KEY = json.loads(BLOCKS["effect"])["key"]
ORDER = {"key": KEY, "order_id": "N-1001", "order_number": "1001"}
ASKS: dict[str, AnyAsk] = {
    "refund": RefundAsk(
        **ORDER, transaction_id="p-1", amount_minor=12900, currency="USD", reason="stalled"
    ),
    "replacement": ReshipAsk(**ORDER, reason="lost", lines=[ReshipLine(line_id="l1", quantity=1)]),
    "credit": CreditAsk(
        **ORDER, customer_id="c-17", amount_minor=500, currency="USD", reason="late"
    ),
    "note": NoteAsk(**ORDER, code="7F3KQ-2MD8N", said={"Acknowledged by": "Maya Okafor"}),
}


@pytest.mark.parametrize("vector", json.loads(BLOCKS["vectors"]))
def test_the_vectors_come_out_both_ways(vector: dict[str, str]) -> None:
    secret, body = vector["secret"], vector["body"].encode()
    headers = {name: vector[name] for name in vector if name.startswith("webhook-")}
    assert signed(secret, message_id=vector["webhook-id"], now=NOW, body=body) == headers
    assert proven_id(secret, headers=headers, body=body, now=NOW) == vector["webhook-id"]


@pytest.mark.parametrize("name", ASKS)
def test_the_documented_bodies_are_those_that_are_sent(name: str) -> None:
    settings = {"address": "https://shop.example/api/", "secret_out": SECRET_OUT}
    request = GenericWriter(settings).request_for(ASKS[name])
    assert json.loads(request.body) == json.loads(BLOCKS[name])
    assert request.url == f"https://shop.example/api/{name}s"
    assert request.headers == {"content-type": "application/json", "webhook-id": KEY}


@pytest.fixture
def settings_of_example(tmp_path: Path) -> Iterator[dict[str, str]]:
    names: dict[str, Any] = {"__name__": "shop"}
    exec(BLOCKS["shop.py"], names)  # noqa: S102
    members = {"database_path": str(tmp_path / "keys"), "log_message": lambda *args: None}
    server = HTTPServer(("127.0.0.1", 0), type("Quiet", (names["Shop"],), members))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    yield {"address": address, "secret_out": SECRET_OUT, "secret_in": SECRET_IN}
    server.shutdown()
    server.server_close()
    thread.join(5)


def test_the_example_does_what_is_asked_once_and_says_so(
    settings_of_example: dict[str, str],
) -> None:
    writer = GenericWriter(settings_of_example)
    ask = ASKS["refund"]
    assert isinstance(writer.find(ask, sent_at=NOW).answer, Absent)
    first, again = (writer.send(writer.request_for(ask)).answer for _ in range(2))
    assert isinstance(first, Done)
    assert (first.remote_id, again) == ("E-1", first)
    assert writer.find(ask, sent_at=NOW).answer == first
    other = writer.send(writer.request_for(ASKS["credit"])).answer
    assert isinstance(other, Refused)
    assert (other.code, other.again) == ("key_conflict", False)


def test_the_example_shows_the_notes_that_it_was_told(settings_of_example: dict[str, str]) -> None:
    writer = GenericWriter(settings_of_example)
    assert isinstance(writer.send(writer.request_for(ASKS["note"])).answer, Done)
    reader = GenericReader(settings_of_example)
    [shown] = json.loads(BLOCKS["notes"])["notes"]
    [note] = reader.notes("N-1001")
    assert (note.remote_id, note.code) == (shown["id"], shown["code"])
    assert [{"name": name, "text": text} for name, text in note.said.items()] == shown["lines"]
    assert reader.notes("N-1002") == []


def test_the_example_is_read_and_tested(settings_of_example: dict[str, str]) -> None:
    reader = GenericReader(settings_of_example)
    tested = reader.test()
    assert (tested.works, tested.says, tested.lacking) == (True, "Northline answers.", [])
    fetched = reader.order("N-1001")
    wrong = GenericReader({**settings_of_example, "secret_out": SECRET_IN}).test()
    words = "The shop does not accept our signature. The shop says: Not done"
    assert (wrong.works, wrong.says) == (False, words)
    assert json.loads(fetched.rows[0])["total"] == {"minor": 12900, "currency": "USD"}
    stranger = GenericWriter({**settings_of_example, "secret_out": SECRET_IN})
    found = stranger.find(ASKS["refund"], sent_at=NOW).answer
    assert isinstance(found, Unknown)
    assert found.code == "not_authorized"


def test_what_the_other_example_sends_is_taken() -> None:
    names: dict[str, Any] = {"__name__": "send"}
    exec(BLOCKS["send.py"], names)  # noqa: S102
    record = json.loads(BLOCKS["webhook"])["data"]
    headers, body = names["webhook"]("order.updated", record)
    by_name = {name.lower(): value for name, value in headers.items()}
    inbox = GenericInbox({"secret_in": SECRET_IN})
    delivered = inbox.open(headers=by_name, body=body, now=datetime.now(UTC))
    ((source_format, row),) = delivered.rows
    assert source_format.parse(json.loads(row)).record.id == "N-1001"
