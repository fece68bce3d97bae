"""Rows come out byte for byte, with their line, from every shape of file, in flat memory."""

import io
import tracemalloc
from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from shopops.connectors.reading.rows import read_rows

LISTS = ("orders",)


def read(content: bytes, limit: int = 1000) -> list[tuple[int, bytes | str]]:
    """Line and bytes of each row, or the code of its refusal."""
    rows = read_rows(io.BytesIO(content), LISTS, limit=limit)
    return [(row.line, row.refused.code.value if row.refused else row.raw) for row in rows]


@pytest.mark.parametrize(
    "content",
    [
        b'{"a":1}\n{"b": "]}\\""}\n',
        b'{"a":1}\n{"b": "]}\\""}',
        b'\xef\xbb\xbf{"a":1}\r\n\r\n  {"b": "]}\\""}  \r\n',
        b'[{"a":1},{"b": "]}\\""}]',
        b' [\n{"a":1}\n,\n{"b": "]}\\""}\n]\n',
        b'{"orders":[{"a":1},{"b": "]}\\""}]}',
        b'{ "orders" : [{"a":1},{"b": "]}\\""}], "has_more": true, "next": null }\n',
        b'\xef\xbb\xbf[{"a":1},{"b": "]}\\""}]',
    ],
)
def test_every_shape_of_file_gives_the_same_rows(content: bytes) -> None:
    assert [raw for _, raw in read(content)] == [b'{"a":1}', b'{"b": "]}\\""}']


def test_one_object_over_many_lines_is_one_row() -> None:
    content = b'{\n  "order": {\n    "id": 1\n  }\n}\n'
    assert read(content) == [(1, content.strip())]


def test_objects_over_many_lines_follow_each_other() -> None:
    assert read(b'{\n"a":1}\n{\n"b":2}\n') == [(1, b'{\n"a":1}'), (3, b'{\n"b":2}')]


def test_a_row_knows_the_line_it_begins_on() -> None:
    assert [line for line, _ in read(b'[\n\n{"a":\n1},\n{"b":2}]')] == [3, 5]


def test_a_broken_line_costs_only_itself() -> None:
    assert read(b'{"a":[{\n{"b":2}\n') == [(1, b'{"a":[{'), (2, b'{"b":2}')]


def test_a_line_beyond_the_limit_is_refused_and_the_next_is_read() -> None:
    content = b'{"a":"' + b"x" * 200_000 + b'"}\n{"b":2}\n'
    assert read(content, limit=1000) == [(1, "too_long"), (2, b'{"b":2}')]


def test_an_item_beyond_the_limit_is_refused_and_the_next_is_read() -> None:
    content = b'[{"a":"' + b"]" * 200_000 + b'"},\n{"b":2}]'
    assert read(content, limit=1000) == [(1, "too_long"), (2, b'{"b":2}')]


def test_a_row_of_exactly_the_limit_is_read() -> None:
    row = b'{"a":"' + b"x" * 92 + b'"}'
    assert len(row) == 100
    assert read(row, limit=100) == [(1, row)]
    assert read(b"[" + row + b"]", limit=100) == [(1, row)]
    assert read(row, limit=99) == [(1, "too_long")]
    assert read(b"[" + row + b"]", limit=99) == [(1, "too_long")]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'[{"a":1},{"b":', [(1, b'{"a":1}'), (1, "cut_off")]),
        (b'[{"a":1},', [(1, b'{"a":1}'), (1, "cut_off")]),
        (b'[{"a":1} {"b":2}]', [(1, b'{"a":1}'), (1, "not_json"), (1, b'{"b":2}')]),
        (b'[{"a":1},]', [(1, b'{"a":1}'), (1, "not_json")]),
        (b'[{"a":1}]{"b":2}', [(1, b'{"a":1}'), (1, "not_json")]),
        (b'{"orders":[{"a":1}],"more":[{"b":2}]}', [(1, b'{"a":1}'), (1, "not_json")]),
        (b'{"orders":[{"a":1}]', [(1, b'{"a":1}'), (1, "cut_off")]),
        (b'[1,"x"]', [(1, "not_json")]),
        (b'[[{"a":1}]]', [(1, b'[{"a":1}]')]),
    ],
)
def test_what_is_wrong_between_rows_is_said_and_the_rows_are_read(
    content: bytes, expected: list[tuple[int, bytes | str]]
) -> None:
    assert read(content) == expected


def test_empty_files_have_no_rows() -> None:
    assert [read(content) for content in (b"", b"\n\n", b"[]", b'{"orders": []}')] == [[]] * 4


def test_chunks_may_end_anywhere() -> None:
    rows = [b'{"a":"\\\\"}', '{"b":"ü\\""}'.encode(), b'{"c":["]",{"d":"\\u0041"}]}']
    content = b"[" + b",\n".join(rows) + b"]"
    for size in range(1, len(content)):
        stream = Drip(content, size)
        assert [row.raw for row in read_rows(stream, LISTS)] == rows


class Drip:
    """Gives at most `size` bytes at a time, like a slow pipe."""

    def __init__(self, content: bytes, size: int) -> None:
        self._stream = io.BytesIO(content)
        self._size = size

    def read(self, size: int, /) -> bytes:
        return self._stream.read(min(size, self._size))


class Endless:
    """A file of a hundred megabytes that never exists as a whole."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts

    def read(self, size: int, /) -> bytes:
        return next(self._parts, b"")


@pytest.mark.slow
@pytest.mark.parametrize(("start", "between", "end"), [(b"[", b",\n", b"]"), (b"", b"\n", b"")])
def test_a_hundred_megabytes_are_read_in_flat_memory(
    start: bytes, between: bytes, end: bytes
) -> None:
    row = b'{"id":"x","note":"' + b"y" * 49_900 + b'"}'
    parts = chain([start], chain.from_iterable(repeat([row, between], 1999)), [row, end])
    tracemalloc.start()
    count = sum(found.raw == row for found in read_rows(Endless(parts)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2000
    assert peak < 2_000_000
