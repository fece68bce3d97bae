"""The connector for a shop's own system, against a shop that fails in every way it can."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pytest_django import Settings

from shopops.connectors.generic.inbox import GenericInbox
from shopops.connectors.generic.reader import GenericReader
from shopops.connectors.generic.writer import GenericWriter
from shopops.connectors.ports import (
    Absent,
    CannotRead,
    Done,
    NotProven,
    RefundAsk,
    Refused,
    Unknown,
)
from shopops.connectors.refusals import RefusalCode, RowRefused
from tests.support.import_cases import shopops_order, shopops_tracker
from tests.support.shop_double import SECRET_IN, SECRET_OUT, Fault, ShopDouble, open_shop_double

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PAYMENT = {"id": "p-1", "kind": "capture", "status": "succeeded"}
ASK = RefundAsk(
    key="ab" * 32,
    order_id="N-1",
    order_number="1001",
    transaction_id="p-1",
    amount_minor=12900,
    currency="USD",
    reason="stalled",
)


@pytest.fixture
def shop(tmp_path: Path, settings: Settings) -> Iterator[ShopDouble]:
    settings.SHOPOPS_SHOP_TIMEOUT = 0.3
    with open_shop_double(tmp_path) as found:
        payment = {**PAYMENT, "amount": {"minor": 12900, "currency": "USD"}}
        found.books.orders["N-1"] = shopops_order(transactions=[payment])
        yield found


@pytest.mark.parametrize(
    ("fault", "answer", "code", "effects"),
    [
        (Fault.REFUSE, Refused, "not_allowed", 0),
        (Fault.BUSY, Refused, "busy", 0),
        (Fault.ERROR_BEFORE, Unknown, "server_error", 0),
        (Fault.ERROR_AFTER, Unknown, "server_error", 1),
        (Fault.HANG_BEFORE, Unknown, "timed_out", 0),
        (Fault.HANG_AFTER, Unknown, "timed_out", 1),
        (Fault.DROP_BEFORE, Unknown, "cut_off", 0),
        (Fault.DROP_AFTER, Unknown, "cut_off", 1),
        (Fault.MALFORMED, Unknown, "unreadable_answer", 1),
        (Fault.LATER, Unknown, "pending", 0),
    ],
)
def test_a_doubt_is_unknown_and_the_look_up_ends_it(
    shop: ShopDouble, fault: Fault, answer: type, code: str, effects: int
) -> None:
    writer = GenericWriter(shop.settings)
    shop.fail("/refunds", fault)
    reply = writer.send(writer.request_for(ASK))
    assert isinstance(reply.answer, answer)
    assert (reply.answer.code, len(shop.books.effects())) == (code, effects)
    if fault is Fault.LATER:
        assert isinstance(writer.find(ASK, sent_at=NOW).answer, Unknown)
        effects = 1
    found = writer.find(ASK, sent_at=NOW).answer
    assert isinstance(found, Done if effects else Absent)
    # By the same key, whether it is the second time or the first.
    done = writer.send(writer.request_for(ASK)).answer
    assert isinstance(done, Done)
    assert (done.remote_id, len(shop.books.effects("refund.create"))) == ("E-1", 1)


def test_the_shop_says_when_to_come_again(shop: ShopDouble) -> None:
    writer = GenericWriter(shop.settings)
    shop.fail("/refunds", Fault.BUSY)
    answer = writer.send(writer.request_for(ASK)).answer
    assert answer == Refused(
        code="busy",
        detail="The shop asks to come again later. The shop says: Come again later.",
        again=True,
        after_seconds=1.0,
    )


def test_what_the_shop_cannot_do_is_refused_with_its_own_words(shop: ShopDouble) -> None:
    writer = GenericWriter(shop.settings)
    too_much = writer.send(writer.request_for(replace(ASK, amount_minor=12901))).answer
    words = "The shop refused it with HTTP 422. The shop says: More than is left of this payment."
    assert too_much == Refused(code="too_much", detail=words)
    other_currency = writer.send(writer.request_for(replace(ASK, currency="JPY"))).answer
    assert isinstance(other_currency, Refused)
    assert (other_currency.code, shop.books.effects()) == ("unknown_payment", [])


def test_a_look_up_that_fails_says_nothing(shop: ShopDouble) -> None:
    writer = GenericWriter(shop.settings)
    shop.fail("/effects", Fault.ERROR_BEFORE)
    assert isinstance(writer.find(ASK, sent_at=NOW).answer, Unknown)


@pytest.mark.parametrize("path", ["/elsewhere", "/orders"])
def test_a_wrong_address_never_says_that_nothing_happened(shop: ShopDouble, path: str) -> None:
    writer = GenericWriter({**shop.settings, "address": shop.address + path})
    assert isinstance(writer.find(ASK, sent_at=NOW).answer, Unknown)


def test_the_same_ask_makes_the_same_bytes_and_no_secret_is_among_them(shop: ShopDouble) -> None:
    writer = GenericWriter(shop.settings)
    first, second = writer.request_for(ASK), writer.request_for(ASK)
    assert first == second
    assert SECRET_OUT not in repr(first)
    assert "webhook-signature" not in first.headers


def test_an_order_is_read_with_the_refund_that_was_just_made(shop: ShopDouble) -> None:
    writer, reader = GenericWriter(shop.settings), GenericReader(shop.settings)
    writer.send(writer.request_for(ASK))
    row = json.loads(reader.order("N-1").rows[0])
    assert [refund["id"] for refund in row["refunds"]] == ["E-1"]
    with pytest.raises(CannotRead) as unread:
        reader.order("N-2")
    assert unread.value.code == "unknown_order"


@pytest.mark.parametrize("name", ["", "..", "../orders/N-1", "N-1?x", "é/#"])
def test_an_id_never_leads_to_something_else(shop: ShopDouble, name: str) -> None:
    shop.books.orders["é/#"] = shopops_order(id="é/#")
    reader = GenericReader(shop.settings)
    if name in shop.books.orders:
        assert json.loads(reader.order(name).rows[0])["id"] == name
    else:
        with pytest.raises(CannotRead):
            reader.order(name)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"secret_in": "whsec_short"}, "what your system sends: A secret is whsec_ and then"),
        ({"secret_out": "whsec_"}, "what ShopOps sends: A secret is whsec_ and then"),
        ({"address": "shop"}, "write one like https://"),
        ({"address": "https://shop.example/?a=b"}, "ends before a ?"),
    ],
)
def test_settings_that_cannot_be_right_are_refused(changed: dict[str, str], says: str) -> None:
    good = {"address": "https://shop.example", "secret_out": SECRET_OUT, "secret_in": SECRET_IN}
    with pytest.raises(ValueError, match=re.escape(says)):
        [part({**good, **changed}) for part in (GenericInbox, GenericReader, GenericWriter)]


def test_a_test_says_what_to_mend(shop: ShopDouble) -> None:
    stranger = GenericReader({**shop.settings, "secret_out": SECRET_IN}).test()
    assert (stranger.works, stranger.says) == (
        False,
        "The shop does not accept our signature. The shop says: The signature does not fit.",
    )


def test_a_webhook_is_proven_and_its_data_stay_the_bytes_that_came(shop: ShopDouble) -> None:
    inbox = GenericInbox(shop.settings)
    for kind, record in (("order", shopops_order()), ("tracker", shopops_tracker())):
        headers, body = shop.webhook(f"{kind}.updated", record, message_id="m1", now=NOW)
        found = inbox.open(headers=headers, body=body, now=NOW + timedelta(minutes=5))
        assert (found.delivery_id, found.topic, found.occurred_at) == ("m1", f"{kind}.updated", NOW)
        ((source_format, row),) = found.rows
        assert (source_format.record_type, row) == (kind, json.dumps(record).encode())


def changed(headers: dict[str, str], **others: str) -> dict[str, str]:
    return {**headers, **{name.replace("_", "-"): value for name, value in others.items()}}


@pytest.mark.parametrize(
    "others",
    [
        {"webhook_id": "other"},
        {"webhook_id": ""},
        {"webhook_timestamp": "1772452801"},
        {"webhook_timestamp": "soon"},
        {"webhook_timestamp": "9" * 30},
        {"webhook_signature": ""},
        {"webhook_signature": "v1"},
        {"webhook_signature": "v1,???"},
        {"webhook_signature": "v2,abc"},
        {"webhook_signature": "v1,ünfit"},
    ],
)
def test_what_is_not_proven_is_not_opened(shop: ShopDouble, others: dict[str, str]) -> None:
    headers, body = shop.webhook("order.updated", shopops_order(), now=NOW)
    with pytest.raises(NotProven):
        GenericInbox(shop.settings).open(headers=changed(headers, **others), body=body, now=NOW)


def test_neither_another_body_nor_another_hour_is_proven(shop: ShopDouble) -> None:
    headers, body = shop.webhook("order.updated", shopops_order(), now=NOW)
    inbox = GenericInbox(shop.settings)
    for other in (body + b" ", b"", b"\xff" + body):
        with pytest.raises(NotProven):
            inbox.open(headers=headers, body=other, now=NOW)
    for minutes in (-6, 6):
        with pytest.raises(NotProven):
            inbox.open(headers=headers, body=body, now=NOW + timedelta(minutes=minutes))


def test_while_a_secret_is_changed_either_one_proves(shop: ShopDouble) -> None:
    headers, body = shop.webhook("order.updated", shopops_order(), now=NOW)
    both = {"secret_in": f"{SECRET_OUT} {shop.settings['secret_in']}"}
    assert GenericInbox(both).open(headers=headers, body=body, now=NOW).topic == "order.updated"


@pytest.mark.parametrize(
    ("kind", "data", "code", "path"),
    [
        ("order.deleted", {}, RefusalCode.UNKNOWN_WORD, "$.type"),
        (7, {}, RefusalCode.INVALID, "$"),
        ("order.updated", {"a": "\ud800"}, RefusalCode.LONE_SURROGATE, "$.data.a"),
    ],
)
def test_what_cannot_be_read_says_where(
    shop: ShopDouble, kind: Any, data: Any, code: RefusalCode, path: str
) -> None:
    headers, body = shop.webhook(kind, data, now=NOW)
    with pytest.raises(RowRefused) as refused:
        GenericInbox(shop.settings).open(headers=headers, body=body, now=NOW)
    assert (refused.value.code, refused.value.path) == (code, path)
