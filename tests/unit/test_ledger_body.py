"""The one text of a body, and what has none."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given

from shopops.ledger import Json
from shopops.ledger.body import MAX_BYTES, MAX_DEPTH, MAX_INTEGER_BITS, canonical
from shopops.ledger.exceptions import BodyRefused
from tests.support.json_values import BODIES


class Word(StrEnum):
    ONE = "one"


class Number(IntEnum):
    TWO = 2


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, "{}"),
        ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
        ({"a": {"z": 0, "y": -1}}, '{"a":{"y":-1,"z":0}}'),
        ({"é": "Zürich"}, '{"é":"Zürich"}'),
        ({"a": "\x01\x08\t\n\x0c\r\x1f\x7f"}, '{"a":"\\u0001\\b\\t\\n\\f\\r\\u001f\x7f"}'),
        ({"a": '"\\/'}, '{"a":"\\"\\\\/"}'),
        ({"a": "\u2028😀"}, '{"a":"\u2028😀"}'),
        ({"a": 10**40}, '{"a":1' + "0" * 40 + "}"),
        ({"a": Word.ONE, "b": Number.TWO, Word.ONE: 1}, '{"a":"one","b":2,"one":1}'),
        ({"a": (1, 2), "b": MappingProxyType({"c": 1})}, '{"a":[1,2],"b":{"c":1}}'),
    ],
)
def test_a_body_is_written_compact_sorted_and_with_the_fewest_escapes(
    body: dict[str, Json], text: str
) -> None:
    assert canonical(body) == text


def test_keys_are_sorted_by_code_point_and_not_by_utf16_unit() -> None:
    assert canonical({"😀": 1, "\uffff": 2}) == '{"\uffff":2,"😀":1}'


@given(BODIES)
def test_every_body_reads_back_as_itself(body: dict[str, Json]) -> None:
    assert json.loads(canonical(body)) == body


@given(BODIES)
def test_the_order_in_which_keys_were_put_in_makes_no_difference(body: dict[str, Json]) -> None:
    assert canonical(dict(reversed(body.items()))) == canonical(body)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"a": 1.0}, "body.a is a float"),
        ({"a": [{"b": 0.5}]}, r"body\.a\[0\]\.b is a float"),
        ({"a": float("nan")}, "body.a is a float"),
        ({"a": float("inf")}, "body.a is a float"),
        ({"a": Decimal(1)}, "body.a is a Decimal"),
        ({"a": b"x"}, "body.a is a bytes"),
        ({"a": {1, 2}}, "body.a is a set"),
        ({"a": datetime(2026, 1, 1, tzinfo=UTC)}, "body.a is a datetime"),
        ({"a": UUID(int=1)}, "body.a is a UUID"),
        ({1: "x"}, "a key that is not text: 1"),
        ({"a": {None: "x"}}, r"body\.a has a key that is not text"),
        ({"a": "\ud800"}, "half of a surrogate pair"),
        ({"\udfff": 1}, "half of a surrogate pair"),
        ({"a": "x\0y"}, r"body\.a holds the character U\+0000"),
        ({"x\0": 1}, r"body holds the character U\+0000"),
        ({"a": 1 << MAX_INTEGER_BITS}, "more than 4096 bits"),
        ({"order": 7}, "body.order is not text"),
        ({"order": "x" * 256}, "more than 255 characters"),
        ([], "body is not an object"),
        (None, "body is not an object"),
    ],
)
def test_what_has_no_canonical_text_is_refused_by_place(body: Any, place: str) -> None:
    with pytest.raises(BodyRefused, match=place):
        canonical(body)


def test_a_body_of_64_kib_is_accepted_and_one_byte_more_is_refused() -> None:
    room = MAX_BYTES - len('{"a":""}')
    assert len(canonical({"a": "x" * room})) == MAX_BYTES
    with pytest.raises(BodyRefused, match="65537 bytes"):
        canonical({"a": "x" * (room + 1)})


def test_the_size_is_counted_in_bytes_and_not_in_characters() -> None:
    with pytest.raises(BodyRefused, match="bytes"):
        canonical({"a": "é" * (MAX_BYTES // 2)})


def test_the_largest_integer_fits_and_reads_back() -> None:
    largest = (1 << MAX_INTEGER_BITS) - 1
    assert json.loads(canonical({"a": largest, "b": -largest})) == {"a": largest, "b": -largest}


def test_a_body_may_be_nested_as_deep_as_the_limit_and_no_deeper() -> None:
    def nested(levels: int) -> dict[str, Json]:
        value: Json = 1
        for _ in range(levels - 1):
            value = [value]
        return {"a": value}

    assert canonical(nested(MAX_DEPTH)).count("[") == MAX_DEPTH - 1
    with pytest.raises(BodyRefused, match="nested more than 64 deep"):
        canonical(nested(MAX_DEPTH + 1))


def test_a_body_that_contains_itself_is_refused() -> None:
    body: dict[str, Any] = {}
    body["a"] = body
    with pytest.raises(BodyRefused, match="nested"):
        canonical(body)
