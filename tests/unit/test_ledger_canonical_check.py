"""A stored body is canonical or it is not, told the fast way and the strict way alike."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.ledger import Json
from shopops.ledger.body import canonical
from shopops.ledger.canonical_check import parsed_if_canonical
from tests.support.json_values import BODIES, TEXT, VALUES


@pytest.mark.slow
@given(BODIES)
def test_what_the_encoder_writes_is_canonical(body: dict[str, Json]) -> None:
    assert parsed_if_canonical(canonical(body)) == body


@given(TEXT, VALUES, st.sampled_from([", ", " ,", ",\n"]))
def test_white_space_between_the_parts_is_not_canonical(key: str, value: Json, comma: str) -> None:
    text = canonical({"0": key, "1": [value, 1]})
    assert text[-4:] == ",1]}"
    assert parsed_if_canonical(text[:-4] + comma + "1]}") is None


@pytest.mark.slow
@given(BODIES)
def test_ascii_escapes_are_canonical_only_where_nothing_needed_them(body: dict[str, Json]) -> None:
    escaped = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert (parsed_if_canonical(escaped) is not None) == (escaped == canonical(body))


@pytest.mark.parametrize(
    "text",
    [
        '{"b":1,"a":2}',
        '{"a":1,"a":1}',
        '{"a":1,"a":2}',
        '{"a": 1}',
        ' {"a":1}',
        '{"a":1}\n',
        '{"a":1.0}',
        '{"a":1e2}',
        '{"a":1E400}',
        '{"a":-0}',
        '{"a":NaN}',
        '{"a":01}',
        '{"a":"\\/"}',
        '{"a":"\\u0041"}',
        '{"a":"\\u001F"}',
        '{"a":"\\ud83d\\ude00"}',
        '{"a":"\\ud800"}',
        '{"aa":1,"b":{"d":1,"c":2}}',
        "[]",
        "1",
        "null",
        "",
        "{",
        '{"a":1',
        "{'a':1}",
        '{"a":1,}',
        '{"a":' + "9" * 5000 + "}",
        '{"a":' + "[" * 40000,
        '{"a":' + "[" * 20000 + "]" * 20000 + "}",
    ],
)
def test_every_other_way_to_write_it_is_told(text: str) -> None:
    assert parsed_if_canonical(text) is None
