"""A message's bytes to its parts, however broken they are."""

import base64

import pytest

from shopops.acknowledgments.arrival import replay_key
from shopops.acknowledgments.reading.body import BodyKind
from shopops.acknowledgments.reading.decoding import decoded
from shopops.acknowledgments.reading.message import read_message
from tests.support.mails import OTHER_SHOWN, SHOWN, TYPED, a_mail, decided, parts

MIXED = "multipart/mixed; boundary=B"


def accepted(raw: bytes) -> tuple[str, ...]:
    answer = decided(raw).answer
    return answer.accepted if answer else ()


def test_a_message_tells_its_id_its_recipients_and_all_of_a_header() -> None:
    read = read_message(
        a_mail("x", "Delivered-To: Ack+Ida.K7@In.Example", "X-A: one", "X-A: two\r\n three")
    )
    assert read.message_id == "<m1@northline.example>"
    assert read.recipients == ("ack+ida.k7@in.example", "ack+ida.k7@in.shopops.example")
    assert read.all("x-a") == ("one", "two three")
    assert read.all("x-b") == ()
    assert read.too_much is None


@pytest.mark.parametrize("header", ["Message-ID: <m2@x.example>", "Message-ID: nonsense"])
def test_two_message_ids_are_none(header: str) -> None:
    assert read_message(a_mail("x", header)).message_id is None


def test_a_message_without_an_id_is_known_by_its_content_on_whatever_way_it_came() -> None:
    raw = a_mail().replace(b"Message-ID: <m1@northline.example>\r\n", b"")
    first = replay_key(read_message(b"Received: from a by b; Tue\r\n" + raw))
    again = replay_key(read_message(b"Received: from c by b; Wed\r\nX-Spam: no\r\n" + raw))
    other = replay_key(read_message(raw + b"!"))
    assert first == again != other
    assert first[0] == "ida@northline.example"


def test_a_message_with_an_id_is_known_by_sender_and_id() -> None:
    assert replay_key(read_message(a_mail())) == (
        "ida@northline.example",
        "<m1@northline.example>",
    )
    assert replay_key(read_message(a_mail(sender="")))[0] == ""


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "text/plain; charset=utf-8",
        "text/plain; charset=nonsense",
        "text/plain; charset=punycode",
        "text/plain; charset=unicode_escape",
        "text/plain; charset=base64",
        "text/plain; charset=iso-2022-jp",
        'text/plain; charset="\xff"',
        "text/plain; charset*=utf-8''utf-8",
        "text/plain; format=flowed; delsp=yes",
        "text/plain; =;;=",
        "nonsense",
        "",
    ],
)
def test_ascii_codes_survive_any_content_type_for_text(kind: str) -> None:
    assert accepted(a_mail(SHOWN.encode() + b"\n\x1b$BBP1~\x1b(B \xff\xfe\n", kind=kind)) == (
        TYPED,
    )


def test_each_charset_is_taken_at_its_word_and_else_guessed() -> None:
    assert decoded("å".encode("latin-1"), "latin-1") == "å"
    assert decoded("å".encode(), "us-ascii") == "å"
    assert decoded("å".encode(), None) == "å"
    assert decoded("å".encode("cp1252"), None) == "å"
    assert decoded("対".encode("iso-2022-jp"), "ISO-2022-JP") == "対"
    assert decoded(b"a\xff", "utf-8") == "a\ufffd"


def test_nuls_and_other_controls_neither_hide_nor_break_a_code() -> None:
    assert accepted(a_mail(b"7F3\x00KQ-2MD8N\x07\n")) == (TYPED,)
    assert accepted(a_mail(b"not\x0b7F3KQ-2MD8N\n")) == ()


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n", "\u2028".encode(), "\x85".encode()])
def test_any_line_end_ends_a_line(end: bytes) -> None:
    assert accepted(a_mail(b"Hi" + end + SHOWN.encode() + end + b"Ida")) == (TYPED,)


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "x-uuencode", "7bit", "?"])
def test_transfer_encodings_are_undone_and_broken_ones_answered(encoding: str) -> None:
    raw = a_mail("=== not encoded \x80 ===").replace(b": 8bit", b": " + encoding.encode())
    assert read_message(raw).too_much is None
    if encoding == "base64":
        raw = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + base64.b64encode(SHOWN.encode())
        assert accepted(raw) == (TYPED,)
        assert accepted(raw.replace(b": base64", b": BASE64 ")) == (TYPED,)


def test_an_attached_message_and_an_attached_text_are_not_looked_into() -> None:
    inner = a_mail(OTHER_SHOWN).decode().replace("\r\n", "\n")
    attached = "Content-Type: text/plain\nContent-Disposition: Attachment ; a=b\n\n" + OTHER_SHOWN
    forwarded = f"Content-Type: message/rfc822\n\n{inner}"
    text = f"Content-Type: text/plain\n\n{SHOWN}"
    assert accepted(a_mail(parts(forwarded, attached, text), kind=MIXED)) == (TYPED,)
    assert read_message(a_mail(parts(forwarded, attached), kind=MIXED)).body is None
    assert read_message(a_mail(inner, kind="message/rfc822")).body is None


@pytest.mark.parametrize(
    "raw",
    [
        a_mail(""),
        a_mail(" \n\u200b\n"),
        a_mail(parts("Content-Type: application/ms-tnef\n\nx"), kind=MIXED),
        a_mail("", kind=MIXED),
        a_mail("x", kind="multipart/mixed"),
        a_mail("x", kind="image/png"),
    ],
)
def test_a_message_without_readable_text_has_no_body(raw: bytes) -> None:
    body = read_message(raw).body
    assert body is None or raw.endswith(b"\r\n\r\nx")


def test_text_is_found_in_nested_parts() -> None:
    inner = parts("Content-Type: text/plain\n\n" + SHOWN).replace("--B", "--C")
    body = parts(f"Content-Type: multipart/alternative; boundary=C\n\n{inner}", "\n\nmore")
    found = read_message(a_mail(body, kind=MIXED)).body
    assert (found.kind, found.lines[0]) == (BodyKind.PLAIN, SHOWN)


@pytest.mark.parametrize(
    "raw",
    [
        b"Subject: x\rFrom: x@y.example\r\n" + a_mail(),
        b"X-A: \x00\r\n" + a_mail(),
        b" continued\r\n" + a_mail(),
        b"no header\r\n" + a_mail(),
    ],
)
def test_headers_that_other_programs_may_read_otherwise_are_told(raw: bytes) -> None:
    assert read_message(raw).broken_headers


def test_ordinary_headers_are_not_broken() -> None:
    assert not read_message(a_mail("x", "X-A: folded\r\n\tvalue", "X-B: å")).broken_headers
    assert not read_message(a_mail().replace(b"\r\n", b"\n")).broken_headers
