"""Whatever a shop, or whoever stands between, answers: nothing is raised but what callers know."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopops.connectors.http import Exchange
from shopops.connectors.members import Node
from shopops.connectors.pieces import Composition
from shopops.connectors.ports import CreditAsk, NoteAsk, RefundAsk, Reply, ReshipAsk
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify import notes, refunds, reships, store_credits
from shopops.connectors.shopify.answers import Told, meaning
from shopops.connectors.shopify.client import Came
from shopops.connectors.shopify.orders import parse
from shopops.connectors.shopify.outcomes import reply_of
from shopops.connectors.shopify.pieces import PIECES, locate
from shopops.connectors.shopify.throttle import Bucket, seconds_to_wait
from shopops.connectors.shopify.writer import DEEDS
from shopops.connectors.strict_json import decode
from tests.support.import_cases import shopify_fulfilment, shopify_order, shopify_transaction
from tests.support.shopify_answers import asked

pytestmark = pytest.mark.slow

NOW = datetime(2026, 3, 3, tzinfo=UTC)
NAMES: dict[str, Any] = {"key": "ab" * 32, "order_id": "51", "order_number": "#51"}
MONEY: dict[str, Any] = {"amount_minor": 100, "currency": "USD", "reason": "lost"}
READERS: list[Callable[[Node], Any]] = [
    lambda data: refunds.found(data, RefundAsk(transaction_id="900", **MONEY, **NAMES)),
    lambda data: reships.found(data, ReshipAsk(reason="lost", **NAMES)),
    lambda data: reships.next_page(data, sent_at=NOW),
    lambda data: notes.found(data, NoteAsk(code="H8", said={}, **NAMES)),
    lambda data: store_credits.found(
        data, CreditAsk(customer_id="7", **MONEY, **NAMES), sent_at=NOW, now=NOW
    ),
]
MEMBERS = st.sampled_from(
    [
        *("order", "refunds", "nodes", "id", "note", "transactions", "status", "userErrors"),
        *("tagged", "newest", "pageInfo", "hasNextPage", "customAttributes", "key", "value"),
        *("customer", "storeCreditAccounts", "amount", "createdAt", "metafield", "message"),
        *(member for member, _ in DEEDS.values()),
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("SUCCESS")
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(MEMBERS, inner, max_size=4),
    max_leaves=25,
)
HOSTILE = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1.5,
        "",
        "x",
        "gid://",
        "gid://shopify/Order/",
        [],
        [None],
        {},
        {"nodes": 0},
    ]
)


def came(body: Any) -> Came:
    told = meaning(Exchange(200, {}, json.dumps(body).encode()))
    return Came(told, 200, b"")


@settings(max_examples=150, deadline=None)
@given(data=JSON, errors=JSON, extensions=JSON)
def test_any_answer_to_a_mutation_is_an_answer(data: Any, errors: Any, extensions: Any) -> None:
    found = came({"data": data, "errors": errors, "extensions": extensions})
    for member, done in DEEDS.values():
        assert isinstance(reply_of(found, member, done), Reply)
    if isinstance(found.meaning, Told):
        Bucket().learn("q", found.meaning.cost)
        assert seconds_to_wait(found.meaning.cost) >= 0


@settings(max_examples=150, deadline=None)
@given(data=JSON)
def test_any_answer_to_a_look_up_is_read_or_refused(data: Any) -> None:
    for read in READERS:
        with suppress(RowRefused):
            read(Node(data, "$.data"))


@cache
def row() -> bytes:
    return asked(shopify_order(fulfillments=[shopify_fulfilment()]), shopify_transaction())


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        inner = [place for name in value for place in places(value[name], (*path, name))]
    elif isinstance(value, list):
        inner = [place for at, item in enumerate(value) for place in places(item, (*path, at))]
    return [path, *inner] if path else inner


@settings(max_examples=150, deadline=None)
@given(data=st.data(), new=HOSTILE, beside=st.booleans())
def test_an_order_with_something_hostile_in_it_is_read_or_refused(
    data: st.DataObject, new: Any, beside: bool
) -> None:
    told = json.loads(row())
    path = data.draw(st.sampled_from(places(told)))
    target = told
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = new
    composition = Composition(PIECES)
    rows = [{"order": shopify_order()}, told] if beside else [told]
    with suppress(RowRefused):
        for one in rows:
            raw = json.dumps(one).encode()
            composition.add(locate(decode(raw)), raw)
        parse(decode(composition.dump()))
