"""How much of a message is looked at, so that no message takes long.

A reply stands at a message's start; what follows is attachments. So only the first part of a
large message is parsed, and a message whose structure alone would keep the parser busy is not
parsed at all.
"""

import re
from enum import StrEnum
from itertools import islice

MAX_BYTES = 40 * 1024 * 1024
PARSED_BYTES = 1024 * 1024
PARSED_LINES = 15_000
REPORT_LINES = 4_000  # of a delivery report, whose every group of fields is a message to the parser
MAX_HEADER_BYTES = 256 * 1024
MAX_HEADERS = 1_000
MAX_HEADER_VALUE = 8 * 1024  # longer values are clipped
MAX_MIME_VALUE = 1_000
MAX_PART_LINES = 300  # lines that look like a part's boundary
MAX_NESTING = 32  # boundaries that are declared: each of them is tried on each line
MAX_HTML = 256 * 1024  # characters
MAX_TAGS = 4_000
MAX_TEXT = 128 * 1024  # characters
MAX_TEXT_LINES = 2_000
MAX_LINE = 4_000  # characters; nothing that counts is longer than a few dozen

_NEWLINE = re.compile(rb"\r\n|\r|\n")
_BLANK_LINE = re.compile(rb"(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)")
_FIELD = re.compile(rb"^[!-9;-~]+:", re.MULTILINE)
_PART_LINE = re.compile(rb"^--(?!>)", re.MULTILINE)  # `-->` ends a comment in HTML
_NESTS = re.compile(rb"boundary[*0-9]{0,4}\s{0,9}=|message/rfc822", re.IGNORECASE)
_REPORT = re.compile(rb"delivery-status", re.IGNORECASE)


class TooMuch(StrEnum):
    """Why a message was not parsed."""

    TOO_LARGE = "too_large"
    TOO_MANY_HEADERS = "too_many_headers"
    TOO_MANY_PARTS = "too_many_parts"
    TOO_DEEP = "too_deep"
    UNPARSABLE = "unparsable"


def too_much(raw: bytes, start: bytes) -> TooMuch | None:
    """`start` is `start_of(raw)`."""
    if len(raw) > MAX_BYTES:
        return TooMuch.TOO_LARGE
    headers = header_block(start)
    if len(headers) > MAX_HEADER_BYTES or _more_than(MAX_HEADERS, _FIELD, headers):
        return TooMuch.TOO_MANY_HEADERS
    if _more_than(MAX_PART_LINES, _PART_LINE, start):
        return TooMuch.TOO_MANY_PARTS
    return TooMuch.TOO_DEEP if _more_than(MAX_NESTING, _NESTS, start) else None


def start_of(raw: bytes) -> bytes:
    """What is parsed: whole lines, unless there is but one."""
    start = raw[:PARSED_BYTES]
    most = REPORT_LINES if _REPORT.search(start) else PARSED_LINES
    last = next(islice(_NEWLINE.finditer(start), most - 1, None), None)
    if last is not None:
        return start[: last.end()]
    end = start.rfind(b"\n") + 1
    return start if len(raw) == len(start) or end == 0 else start[:end]


def header_block(raw: bytes) -> bytes:
    end = _BLANK_LINE.search(raw, 0, MAX_HEADER_BYTES + 2)
    return raw[: end.start()] if end else raw[: MAX_HEADER_BYTES + 1]


def _more_than(limit: int, pattern: re.Pattern[bytes], text: bytes) -> bool:
    return next(islice(pattern.finditer(text), limit, None), None) is not None
