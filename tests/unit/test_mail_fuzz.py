"""Whatever comes in is answered, and no quoting and no bracketing makes a code count."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopops.acknowledgments.arrival import replay_key
from shopops.acknowledgments.authentication_results import server_of
from shopops.acknowledgments.outcomes import Outcome
from shopops.acknowledgments.reading.message import read_message
from shopops.alarms.codes import ALPHABET, check_valid, code_of, shown
from tests.support.mails import (
    OTHER_SHOWN,
    PASSED,
    QUOTED_ALERT,
    SHOWN,
    TYPED,
    a_mail,
    decided,
    parts,
    typed,
)

MAILS = [
    a_mail(f"{SHOWN}\n\nMvh Ida\n\n{QUOTED_ALERT}"),
    a_mail(f"<p>{SHOWN}</p><blockquote>{OTHER_SHOWN}</blockquote>", kind="text/html"),
    a_mail(
        parts(
            f"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n{SHOWN}",
            "Content-Type: text/html; charset=iso-8859-1\n\n<b>x",
        ),
        kind='multipart/alternative; boundary="B"',
    ),
    a_mail(
        parts(
            "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822;a@b.example",
            "Content-Type: message/rfc822\n\nMessage-ID: <a@b.example>",
        ),
        kind='multipart/report; report-type=delivery-status; boundary="B"',
    ),
]
PIECES = [
    *(b"\x00", b"\xff", b"\r", b"\n", b"\r\n\r\n", b"--B", b"--B--", b": ", b";", b"=", b'"'),
    *(b"(", b")", b"<", b">", b"@", b",", b"\\", b"=?utf-8?q?", b"?=", b"*0*=", b"\x1b$B"),
    *(b"charset=utf-16", b"multipart/mixed", b"message/rfc822", b"boundary=B", b"base64"),
    *(b"From: ", b"Content-Type: ", b"Authentication-Results: ", b"Return-Path: ", b"From x\n"),
    *("\u202e\u0301".encode(), "\U0001d165".encode(), b"&#0;", b"<!--", b"<blockquote>"),
]
PLACES = st.integers(min_value=0, max_value=2_000)
CHANGES = st.lists(
    st.tuples(PLACES, st.integers(0, 40), st.sampled_from(PIECES) | st.binary(max_size=8)),
    max_size=12,
)
TEXT = st.text(st.characters(codec="utf-8"), max_size=200)
FREE_LINES = st.lists(st.text(st.characters(codec="utf-8"), max_size=60), max_size=8)
CODES = st.binary(min_size=8, max_size=8).map(lambda key: code_of(b"secret", key))
SLOW = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@SLOW
@given(st.sampled_from(MAILS), CHANGES)
def test_mangled_mail_is_decided_and_never_raises(raw: bytes, changes: list) -> None:  # type: ignore[type-arg]
    for place, length, piece in changes:
        raw = raw[:place] + piece + raw[place + length :]
    assert decided(raw).outcome in set(Outcome)
    assert len(replay_key(read_message(raw))) == 2


@SLOW
@given(st.binary(max_size=500))
def test_any_bytes_are_decided_and_acknowledge_nothing(raw: bytes) -> None:
    assert decided(raw).outcome in {Outcome.DROP, Outcome.QUARANTINE}


@SLOW
@given(CODES, st.sampled_from([str, str.lower]), FREE_LINES)
def test_a_code_alone_on_the_first_line_always_counts(
    code: str, spelt: type, below: list[str]
) -> None:
    assert typed("\n".join([spelt(shown(code)), "", *below]))[:1] == [code]


@SLOW
@given(TEXT, TEXT, st.sampled_from("([{<"), st.sampled_from([" ", "", "\n", "\u200b", "\t\n "]))
def test_a_bracketed_code_never_counts_whatever_stands_around_it(
    before: str, after: str, bracket: str, gap: str
) -> None:
    closing = {"(": ")", "[": "]", "{": "}", "<": ">"}[bracket]
    text = f"{before}{bracket}{gap}{SHOWN}{gap}{closing}{after}"
    assert TYPED not in typed(text)


@SLOW
@given(FREE_LINES, FREE_LINES, st.sampled_from(["> ", ">", " > ", "Ida> "]))
def test_quoted_text_below_never_changes_what_counts(
    own: list[str], quoted: list[str], prefix: str
) -> None:
    text = "\n".join([*own, SHOWN, "x"])
    below = "\n".join(prefix + line for line in [*quoted, OTHER_SHOWN])
    assert typed(f"{text}\n{below}") == typed(text)


@SLOW
@given(FREE_LINES, TEXT, st.sampled_from(["From: Per Holm", "-----", "per@x.example:", "Holm Per"]))
def test_text_below_a_mark_never_changes_what_counts(
    own: list[str], quoted: str, mark: str
) -> None:
    text = "\n".join([*own, SHOWN, "x"])
    assert typed(f"{text}\n{mark}\n{quoted}\n{OTHER_SHOWN}") == typed(text)


@SLOW
@given(st.text(alphabet=ALPHABET, min_size=10, max_size=10))
def test_only_codes_whose_check_character_fits_count(code: str) -> None:
    assert typed(shown(code)) == ([code] if check_valid(code) else [])


@SLOW
@given(st.integers(0, len(PASSED)), st.text(alphabet='();="\\ \tx,', max_size=6))
def test_a_mangled_verdict_never_raises(place: int, piece: str) -> None:
    mangled = PASSED[:place] + piece + PASSED[place:]
    assert decided(a_mail(results=mangled)).outcome in set(Outcome)
    assert server_of(mangled) is None or isinstance(server_of(mangled), str)


@pytest.mark.parametrize("raw", MAILS)
def test_the_mails_that_are_mangled_are_whole_before(raw: bytes) -> None:
    assert decided(raw).outcome in {Outcome.GO_ON, Outcome.DROP}
