"""JSON that can be read in two ways, or not be stored, is refused with its place."""

import pytest

from shopops.connectors.strict_json import decode
from tests.support.import_cases import refusal


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        (b'{"a":{"b":1,"b":2}}', "duplicate_key", "$.a.b"),
        (b'{"a":[{"x":1},{"x":1,"x":1}]}', "duplicate_key", "$.a[1].x"),
        (b'{"a":"\xff"}', "not_utf8", "$"),
        (b'{"a":"\xed\xa0\x80"}', "not_utf8", "$"),
        (b'{"a":"x\\u0000y"}', "nul_character", "$.a"),
        (b'{"\\u0000":1}', "nul_character", "$"),
        (b'{"a":["\\ud800"]}', "lone_surrogate", "$.a[0]"),
        (b'{"a":"\\udc00\\ud800"}', "lone_surrogate", "$.a"),
        (b'{"a":NaN}', "not_json", "$"),
        (b'{"a":-Infinity}', "not_json", "$"),
        (b'{"a":1,}', "not_json", "$"),
        (b'{"a":1} {"b":2}', "not_json", "$"),
        (b"", "not_json", "$"),
        (b'{"a":' + b"9" * 5000 + b"}", "not_json", "$"),
        (b"[" * 100_000, "too_deep", "$"),
        (b'{"a":"\x01"}', "not_json", "$"),
    ],
)
def test_what_is_not_exactly_one_value_is_refused(raw: bytes, code: str, path: str) -> None:
    assert refusal(lambda: decode(raw)) == (code, path)


def test_a_surrogate_pair_is_one_character() -> None:
    assert decode(b'"\\ud83d\\ude00"') == "\N{GRINNING FACE}"


def test_an_escaped_backslash_before_u_is_no_escape() -> None:
    assert decode(b'"\\\\u0000"') == "\\u0000"


def test_the_same_key_in_two_objects_is_fine() -> None:
    assert decode(b'[{"a":1},{"a":2}]') == [{"a": 1}, {"a": 2}]
