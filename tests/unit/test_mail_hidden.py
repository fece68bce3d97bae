"""Codes that nobody typed: unseen, struck out, quoted without a blockquote, attached, flowed."""

import pytest

from shopops.acknowledgments.reading.html import text_of_html
from tests.support.mails import OTHER_SHOWN, SHOWN, TYPED, a_mail, decided, parts

HTML = "text/html; charset=utf-8"


def accepted(raw: bytes) -> tuple[str, ...]:
    answer = decided(raw).answer
    assert answer is not None
    return answer.accepted


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display: none'><p>a</p><p>{SHOWN}</p></div>",
        f"<div style='DISPLAY: NONE !important'>{SHOWN}</div>",
        f"<div style='display:/**/none'>{SHOWN}</div>",
        f"<div style='displa\\79:none'>{SHOWN}</div>",
        f"<div style='{'color:red;' * 100}display:none'>{SHOWN}</div>",
        f"<div hidden>{SHOWN}</div>",
        f"<div style='visibility:hidden'>{SHOWN}</div>",
        f"<div style='font-size:0px; line-height:1'>{SHOWN}</div>",
        f"<div style='max-height:0;overflow:hidden'>{SHOWN}</div>",
        f"<div style='opacity:0.0'>{SHOWN}</div>",
        f"<p style='mso-hide:all'>{SHOWN}</p>",
        f"<div><span style='text-decoration:line-through'>{SHOWN}</span></div>",
        f"<del><p>a</p><p>{SHOWN}</p></del>",
        f"<details><p>{SHOWN}</p></details>",
        f"<dialog><p>{SHOWN}</p></dialog>",
        f"<noembed>{SHOWN}</noembed>",
        f"<video><p>{SHOWN}</p></video>",
        f"<datalist><option>{SHOWN}</option></datalist>",
        f"<p>what of <div style='display:inline'>{SHOWN}</div> then</p>",
    ],
)
def test_what_a_browser_does_not_show_or_shows_struck_out_was_not_typed(html: str) -> None:
    assert accepted(a_mail(f"<p>I look into it</p>{html}", kind=HTML)) == ()


@pytest.mark.parametrize(
    "style",
    ["font-size:10px", "opacity:0.9", "max-height:0.5em", "display:block", "border-left:none", ""],
)
def test_a_code_that_shows_counts_whatever_its_style(style: str) -> None:
    assert accepted(a_mail(f"<p style='{style}'>{SHOWN}</p>", kind=HTML)) == (TYPED,)


@pytest.mark.parametrize(
    "opening",
    [
        "<div class='gmail_quote gmail_quote_container'>",
        "<div class='x_gmail_quote'>",
        "<div class='yahoo_quoted'>",
        "<div class='moz-forward-container'>",
        "<div style='border:none; border-left:solid blue 1.5pt; padding:0cm'>",
        "<div id='divRplyFwdMsg'>Karl</div><div>",
        "<div id='x_divRplyFwdMsg'>Karl</div><div>",
        "<div id='appendonsend'></div><div>",
    ],
)
def test_what_mail_programs_quote_without_a_blockquote_was_not_typed(opening: str) -> None:
    html = f"<div>{SHOWN}</div>{opening}<p>{OTHER_SHOWN}</p></div>"
    assert accepted(a_mail(html, kind=HTML)) == (TYPED,)


def test_the_name_of_a_hidden_sender_still_ends_what_was_typed() -> None:
    html = f"<p>hm</p><p style='display:none'>Ida Lund</p><p>{SHOWN}</p>"
    assert accepted(a_mail(html, kind=HTML)) == ()


def test_elements_that_are_never_closed_are_read_to_the_end() -> None:
    assert text_of_html("<s>" * 3000 + "x").text.count("x") == 1


NOTHING = "Content-Type: text/html\n\n<p>What is this?</p>"


@pytest.mark.parametrize(
    "attached",
    [
        f"Content-Type: text/plain; name=a.txt\nContent-Disposition: inline\n\n{SHOWN}",
        f"Content-Type: text/plain\nContent-Disposition: inline; filename=a.txt\n\n{SHOWN}",
        f"Content-Type: text/plain; name=a.txt\n\n{SHOWN}",
        f"Content-Type: text/plain\n\n{SHOWN}",
        f"Content-Type: multipart/digest; boundary=C\n\n--C\n\nSubject: x\n\n{SHOWN}\n--C--",
        f"Content-Type: message/rfc822\n\nContent-Type: text/plain\n\n{SHOWN}",
    ],
)
def test_a_code_in_what_is_attached_was_not_typed_even_if_it_is_the_only_plain_text(
    attached: str,
) -> None:
    raw = a_mail(parts(NOTHING, attached), kind="multipart/mixed; boundary=B")
    assert accepted(raw) == ()


def test_a_page_that_is_attached_is_not_read_where_the_mail_has_no_word() -> None:
    page = f"Content-Type: text/html; name=a.html\nContent-Disposition: inline\n\n<p>{SHOWN}</p>"
    raw = a_mail(parts("Content-Type: text/plain\n\n", page), kind="multipart/mixed; boundary=B")
    assert accepted(raw) == ()


def test_what_belongs_to_a_page_is_not_read_instead_of_it() -> None:
    page = "Content-Type: text/html\nContent-ID: <page>\n\n<p>What is this?</p>"
    other = f"Content-Type: text/html\nContent-ID: <other>\n\n<p>{SHOWN}</p>"
    kind = 'multipart/related; boundary=B; start="<page>"'
    assert accepted(a_mail(parts(other, page), kind=kind)) == ()
    assert accepted(a_mail(parts(other, page), kind=kind.replace("<page>", "<other>"))) == (TYPED,)


@pytest.mark.parametrize(
    ("kind", "contents"),
    [
        ("mixed", ("Content-Type: text/plain\n\n\n", f"Content-Type: text/html\n\n{SHOWN}")),
        ("alternative", (f"Content-Type: text/html\n\n{SHOWN}", "Content-Type: text/plain\n\n")),
        ("signed", (f"Content-Type: text/plain\n\n{SHOWN}", "Content-Type: application/x\n\nAA")),
    ],
)
def test_the_first_text_with_a_word_in_it_is_the_senders(
    kind: str, contents: tuple[str, ...]
) -> None:
    assert accepted(a_mail(parts(*contents), kind=f"multipart/{kind}; boundary=B")) == (TYPED,)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (f"Is it true that \n{SHOWN} \nwas handled?", False),
        (f"Is it true that \n{SHOWN}", False),
        (f"{SHOWN} \nwas handled?", False),
        (f"Thanks \n\n{SHOWN}\n\nBest", True),
        (f"{SHOWN} \n\nBest", True),
        (f"{SHOWN} \n> Is it true", True),
    ],
)
def test_a_line_of_flowed_text_that_ends_in_a_space_goes_on_in_the_next(
    text: str, counts: bool
) -> None:
    raw = a_mail(text, kind="text/plain; charset=utf-8; format=flowed")
    assert accepted(raw) == ((TYPED,) if counts else ())


@pytest.mark.parametrize(
    "attribution",
    [
        "2026年3月3日(火) 10:15 カール:",
        "2026年3月3日(火)午前10:15、カール：",
        "在 2026年3月3日，卡尔 写道：",
        "2026년 3월 3일 오전 10:15, 카를님이 작성:",
        "Den 3 mars 2026 skrev Karl:",
    ],
)
def test_a_line_with_a_date_that_ends_in_a_colon_stands_above_a_quote(attribution: str) -> None:
    assert accepted(a_mail(f"{SHOWN}\n\n{attribution}\n\n{OTHER_SHOWN}\n")) == (TYPED,)
