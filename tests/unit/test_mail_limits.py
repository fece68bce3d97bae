"""No message takes long: what is refused early, and how much work the others are."""

import base64
import sys
from collections.abc import Callable
from types import FrameType

import pytest

from shopops.acknowledgments.reading import limits
from shopops.acknowledgments.reading.limits import TooMuch
from shopops.acknowledgments.reading.message import read_message
from tests.support.laborious_mails import LABORIOUS, MIB, MULTIPART, nested
from tests.support.mails import SHOWN, TYPED, a_mail, decided, parts

MOST_WORK = 1_000_000  # calls; twice what the most laborious of these messages takes


def work_of(act: Callable[[], object]) -> int:
    """How many Python and C functions it calls."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def accepted(raw: bytes) -> tuple[str, ...]:
    answer = decided(raw).answer
    return answer.accepted if answer else ()


@pytest.mark.parametrize(
    ("raw", "excess"),
    [
        (a_mail(b"x" * (limits.MAX_BYTES + 1)), TooMuch.TOO_LARGE),
        (b"X: " + b"a" * 25 * MIB, TooMuch.TOO_MANY_HEADERS),
        (b"a: b\r\n" * 2_000 + a_mail(), TooMuch.TOO_MANY_HEADERS),
        (MULTIPART + b"--B\r\n\r\nx\r\n" * 10_000, TooMuch.TOO_MANY_PARTS),
        (nested(50), TooMuch.TOO_DEEP),
        (b"Content-Type: message/rfc822\r\n\r\n" * 40, TooMuch.TOO_DEEP),
    ],
)
def test_what_would_take_long_is_not_parsed_at_all(raw: bytes, excess: TooMuch) -> None:
    assert read_message(raw).too_much == excess
    assert work_of(lambda: read_message(raw)) < 2_000


def test_comments_in_html_are_not_mistaken_for_parts() -> None:
    many = f"<p>{SHOWN}</p>" + "<!--\n-->\n" * 2 * limits.MAX_PART_LINES
    assert accepted(a_mail(many, kind="text/html")) == (TYPED,)


@pytest.mark.parametrize("name", LABORIOUS)
def test_the_work_on_a_message_is_bounded(name: str) -> None:
    assert work_of(lambda: decided(LABORIOUS[name])) < MOST_WORK


def test_a_code_above_a_large_attachment_counts() -> None:
    assert accepted(LABORIOUS["25 MB attached"]) == (TYPED,)


@pytest.mark.parametrize("missing", range(13))
def test_half_a_line_where_the_text_was_cut_off_never_looks_whole(missing: int) -> None:
    filler = "y" * (limits.MAX_TEXT - len(SHOWN) - 1 - missing) + "\n"
    assert accepted(a_mail(f"{filler}{SHOWN} is not done\n{filler}")) == ()


@pytest.mark.parametrize("lines", range(limits.PARSED_LINES - 24, limits.PARSED_LINES - 12))
def test_half_a_line_where_the_message_was_cut_off_never_looks_whole(lines: int) -> None:
    encoded = base64.encodebytes(b"y" * 45 + b"\n" + SHOWN.encode() + b" is not done\n").decode()
    image = "Content-Type: image/png\n\n" + "A\n" * lines
    text = f"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{encoded}"
    raw = a_mail(parts(image, text), kind="multipart/mixed; boundary=B")
    assert accepted(raw) == ()
