"""What we build reads back as it was meant, by the standard library's parser."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.mailing.headers import BREAKS, mail_address
from shopops.mailing.mime import Mail, compose
from shopops.mailing.refusals import NotMailable

pytestmark = pytest.mark.slow

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=200)
LINES = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"])), max_size=8
)


def a_mail(**changes: Any) -> Mail:
    whole: dict[str, Any] = {
        "sender": "alarms@shop.example",
        "sender_name": "ShopOps",
        "recipient": "maya@shop.example",
        "recipient_name": "Maya",
        "reply_to": "reply+abc@in.shop.example",
        "subject": "Order 1001 needs you",
        "date": NOON,
        "message_id": "<ring.1@shop.example>",
        "text": "Hello\nMaya",
        "html": "<p>Hello<br>Maya</p>",
    }
    return Mail(**{**whole, **changes})


def read(mail: Mail) -> EmailMessage:
    parsed = message_from_bytes(compose(mail), policy=default)
    assert not parsed.defects
    assert not any(value.defects for value in parsed.values())
    return parsed


def test_every_header_reads_back() -> None:
    found = read(a_mail())
    assert found["From"].addresses[0].addr_spec == "alarms@shop.example"
    assert found["From"].addresses[0].display_name == "ShopOps"
    assert found["To"].addresses[0].addr_spec == "maya@shop.example"
    assert found["Reply-To"] == "reply+abc@in.shop.example"
    assert found["Message-ID"] == "<ring.1@shop.example>"
    assert found["Date"].datetime == NOON
    assert found["Auto-Submitted"] == "auto-generated"
    assert found["X-Auto-Response-Suppress"] == "All"
    assert "In-Reply-To" not in found


def test_an_answer_names_what_it_answers() -> None:
    found = read(a_mail(in_reply_to="<q@x.example>", auto_submitted="auto-replied"))
    assert found["In-Reply-To"] == "<q@x.example>"
    assert found["References"] == "<q@x.example>"
    assert found["Auto-Submitted"] == "auto-replied"


def test_text_comes_first_and_html_is_preferred() -> None:
    found = read(a_mail())
    assert found.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in found.iter_parts()] == ["text/plain", "text/html"]
    assert found.get_body(("plain",)).get_content().splitlines() == ["Hello", "Maya"]
    assert "<p>Hello" in found.get_body(("html",)).get_content()


def test_a_mail_without_html_is_plain_text() -> None:
    assert read(a_mail(html="")).get_content_type() == "text/plain"


def test_plain_lines_travel_unchanged_and_everything_else_as_base64() -> None:
    assert b"Content-Transfer-Encoding: 7bit" in compose(a_mail(html=""))
    for text in ("Zoë", "x" * 999, "nul\0"):
        built = compose(a_mail(text=text, html=""))
        assert b"Content-Transfer-Encoding: base64" in built
        assert read(a_mail(text=text, html="")).get_content() == text + "\r\n"


def test_no_line_is_longer_than_mail_allows() -> None:
    built = compose(a_mail(text="é" * 5000, subject="wörd " * 100, recipient_name="Å" * 80))
    assert max(map(len, built.split(b"\r\n"))) <= 998
    assert built.count(b"\n") == built.count(b"\r\n")


@pytest.mark.parametrize("field", ["subject", "sender_name", "recipient_name", "message_id"])
@pytest.mark.parametrize("line_end", ["\r", "\n", "\r\n", "\0", "\x0b", "\x0c", "\x85", "\u2028"])
def test_a_line_break_in_a_header_is_refused(field: str, line_end: str) -> None:
    with pytest.raises(NotMailable):
        compose(a_mail(**{field: f"a{line_end}Bcc: all@x.example"}))


@pytest.mark.parametrize(
    "address",
    ["", "maya", "@x.example", "a b@x.example", "a@x.example\r\nBcc: b@x.example", "a@b@c.example",
     "a@x.example,b@x.example", "<a@x.example>", "é@x.example", "a@-\u2028", "a" * 65 + "@x.com",
     ".a@x.example", "a..b@x.example"],
)  # fmt: skip
def test_what_is_no_plain_mailbox_is_refused(address: str) -> None:
    with pytest.raises(NotMailable):
        mail_address(address)


def test_a_domain_beyond_ascii_is_written_in_a_labels() -> None:
    assert mail_address("maya@nørthline.example") == "maya@xn--nrthline-54a.example"


# A longer name takes several encoded words, between which the parser puts spaces of its own.
@given(subject=WORDS, name=WORDS.filter(lambda name: len(name.encode()) < 30))
def test_every_subject_and_name_reads_back(subject: str, name: str) -> None:
    subject, name = " ".join(subject.split()), " ".join(name.split())
    found = read(a_mail(subject=subject, recipient_name=name))
    assert found["Subject"] == subject
    assert found["To"].addresses[0].display_name == name


@given(st.text(max_size=30))
def test_a_header_never_holds_more_than_it_was_given(value: str) -> None:
    try:
        built = compose(a_mail(subject=value, html=""))
    except NotMailable:
        assert BREAKS.search(value) or not value.isprintable()
        return
    found = message_from_bytes(built, policy=default)
    assert found.keys() == read(a_mail(html="")).keys()


@given(LINES)
def test_every_body_reads_back(lines: list[str]) -> None:
    found = read(a_mail(text="\n".join(lines), html="\n".join(["<p>", *lines])))
    for subtype, meant in (("plain", lines or [""]), ("html", ["<p>", *lines])):
        read_back = found.get_body((subtype,)).get_content()
        assert read_back == "\r\n".join("\n".join(meant).splitlines()) + "\r\n"
