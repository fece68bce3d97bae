"""Whatever the bytes are, a row becomes a record or a refusal with code, path and reason."""

import copy
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopops.connectors.formats import Format
from shopops.connectors.pieces import Composition
from shopops.connectors.reading.rows import read_rows
from shopops.connectors.refusals import RowRefused
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS
from shopops.connectors.strict_json import decode
from tests.support.import_cases import (
    Payload,
    easypost_tracker,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
    shopops_order,
    shopops_tracker,
    woo_order,
    woo_refund,
)

pytestmark = pytest.mark.slow

CASES: list[tuple[Format, Payload]] = [
    (ORDER_FORMATS["shopops"], shopops_order()),
    (ORDER_FORMATS["shopify"], shopify_order(fulfillments=[shopify_fulfilment()])),
    (ORDER_FORMATS["shopify"], shopify_refund(shopify_transaction(kind="refund"))),
    (ORDER_FORMATS["woocommerce"], woo_order(refunds=[{"id": 62, "total": "-4.00"}])),
    (ORDER_FORMATS["woocommerce"], woo_refund()),
    (TRACKER_FORMATS["shopops"], shopops_tracker()),
    (TRACKER_FORMATS["easypost"], easypost_tracker()),
]
SCALARS = (None, True, 0, -1, 1.5, 10**30, "", "\x00", "\ud800", "0.001", "-1", "∞", "USD\n")
TIMES = ("2026-02-30T25:00:00Z", "0001-01-01T00:00:00+23:59")
HOSTILE: st.SearchStrategy[Any] = st.sampled_from(
    (*SCALARS, *TIMES, [], {}, [None], [[]], [{}], {"id": None})
)
MARKS = (b"{", b"}", b"[", b"]", b'"', b"\\", b",", b":", b"\n", b" ", b"null", b"\xff", b"\x00")
PARTS = (b'"a":1', b'{"id":1}', b'{"orders":[', b"\xef\xbb\xbf")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a payload, as the steps that lead there."""
    inner: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        inner = [place for key in value for place in places(value[key], (*path, key))]
    elif isinstance(value, list):
        inner = [place for at, item in enumerate(value) for place in places(item, (*path, at))]
    return [path, *inner] if path else inner


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


def read(source_format: Format, raw: bytes) -> None:
    """As the import does: a piece of an order is put to its order first."""
    value = decode(raw)
    if source_format.pieces is None:
        source_format.parse(value)
        return
    layout = source_format.pieces
    composition = Composition(layout)
    located = layout.locate(value)
    if located.kind != "order":
        base = shopify_order() if source_format.name == "shopify" else woo_order()
        composition.add(layout.locate(base), json.dumps(base).encode())
    composition.add(located, raw)
    source_format.parse(decode(composition.dump()))


def read_or_refused(source_format: Format, raw: bytes) -> None:
    try:
        read(source_format, raw)
    except RowRefused as refused:
        if not (refused.path.startswith("$") and refused.reason):
            raise AssertionError(
                f"a refusal that does not say where and why: {refused!r}"
            ) from None


@pytest.mark.parametrize(("source_format", "payload"), CASES)
def test_the_cases_themselves_are_taken(source_format: Format, payload: Payload) -> None:
    read(source_format, json.dumps(payload).encode())


@pytest.mark.parametrize(("source_format", "payload"), CASES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_member_replaced_by_something_hostile(
    source_format: Format, payload: Payload, data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(payload))
    for path in data.draw(st.lists(st.sampled_from(places(payload)), min_size=1, max_size=2)):
        try:
            put(changed, path, copy.deepcopy(data.draw(HOSTILE)))
        except (TypeError, KeyError, IndexError):
            continue  # an earlier change took this place away
    read_or_refused(source_format, json.dumps(changed).encode())


@pytest.mark.parametrize(("source_format", "payload"), CASES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_bytes_changed_anywhere(
    source_format: Format, payload: Payload, data: st.DataObject
) -> None:
    raw = bytearray(json.dumps(payload).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    read_or_refused(source_format, bytes(raw))


@settings(max_examples=150, deadline=None)
@given(content=st.lists(st.sampled_from((*MARKS, *PARTS)), max_size=30).map(b"".join))
def test_any_file_ends_and_every_row_is_bytes_or_a_refusal(content: bytes) -> None:
    for number, row in enumerate(read_rows(io.BytesIO(content), ("orders",), limit=64), 1):
        assert row.number == number
        assert bool(row.raw) != (row.refused is not None)
        assert row.raw in content
