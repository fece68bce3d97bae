"""HTML bodies: lines where a browser shows them, and no blockquotes."""

import pytest

from shopops.acknowledgments.reading.html import text_of_html
from shopops.acknowledgments.reading.limits import MAX_TAGS
from shopops.acknowledgments.reading.message import read_message
from tests.support.mails import OTHER_SHOWN, SHOWN, TYPED, a_mail, decided, parts


def lines(html: str) -> list[str]:
    text = text_of_html(html).text
    return [line.strip() for line in text.splitlines() if line.strip()]


def accepted(html: str) -> tuple[str, ...]:
    answer = decided(a_mail(html, kind="text/html; charset=utf-8")).answer
    return answer.accepted if answer else ()


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div>a</div>b", ["a", "b"]),
        ("a<br>b", ["a", "b"]),
        ("a\nb  c", ["a b c"]),
        ("<p>a<b>b</b>c</p>", ["abc"]),
        ("<pre>a\nb</pre>", ["a", "b"]),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", ["a  b", "c"]),
        ("<ul><li>a<li>b</ul>", ["a", "b"]),
        ("a<hr>b", ["a", "---", "b"]),
        ("<head><title>x</title><style>y</style></head><script>z</script>a<!-- c -->", ["a"]),
        ("a <s>b</s> <del>c</del>", ["a ~b~ ~c~"]),
        ("", []),
        ("&lt;a&gt; &#55;", ["<a> 7"]),
    ],
)
def test_a_line_ends_only_where_a_browser_would_end_it(html: str, expected: list[str]) -> None:
    assert lines(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{SHOWN}</div><div>Mvh</div>",
        f"<p>7F3KQ-<span>2MD8N</span></p><blockquote><p>{OTHER_SHOWN}</p></blockquote>",
        f"{SHOWN}<br><br><blockquote><div>a<blockquote>{OTHER_SHOWN}</blockquote></div>",
        f"<p><b>{SHOWN}</b></p><hr><p>{OTHER_SHOWN}</p>",
        f"<p>{SHOWN}</p><p>Von: Ida Lund</p><p>{OTHER_SHOWN}</p>",
        f"<p>{SHOWN}&nbsp;</p><p>&gt; {OTHER_SHOWN}</p>",
        '<p>7F3KQ\u20112MD8N</p><a href="mailto:x@y.example?body=9T4WX-BC61K">a</a>',
    ],
)
def test_the_code_above_counts_and_those_quoted_do_not(html: str) -> None:
    assert accepted(html) == (TYPED,)


@pytest.mark.parametrize(
    "html",
    [
        f"<p>please leave\n{SHOWN}\nopen</p>",
        f"<p>[<b>{SHOWN}</b>]</p>",
        f"<p>[</p><p>{SHOWN}</p><p>]</p>",
        f"<p><s>{SHOWN}</s></p>",
        f"<table><tr><td>not yet</td><td>{SHOWN}</td></tr></table>",
        f"<textarea>{SHOWN}</textarea><title>{SHOWN}</title>",
        f"<!-- \n{SHOWN}\n -->",
    ],
)
def test_a_code_that_a_browser_does_not_show_alone_does_not_count(html: str) -> None:
    assert accepted(html) == ()


def test_quoted_text_is_kept_apart_for_the_answer() -> None:
    assert text_of_html("a<blockquote>b</blockquote>c").quoted.strip() == "b"


def test_plain_text_goes_before_html_and_html_before_nothing() -> None:
    html = f"Content-Type: text/html\n\n<p>{OTHER_SHOWN}</p>"
    kind = "multipart/alternative; boundary=B"
    for plain, expected in ((SHOWN, [SHOWN]), ("  ", [OTHER_SHOWN])):
        body = parts(f"Content-Type: text/plain\n\n{plain}", html, subtype="alternative")
        found = read_message(a_mail(body, kind=kind)).body
        assert [line.strip() for line in found.lines if line.strip()] == expected


def test_only_so_many_tags_are_read_and_the_line_that_is_cut_off_is_dropped() -> None:
    many = f"<p>{SHOWN}</p>" + "<i>x</i>" * MAX_TAGS
    found = text_of_html(many)
    assert found.clipped
    assert accepted(many) == (TYPED,)
    quoted = f"<p>{SHOWN}</p><blockquote>" + "<i>x</i>" * MAX_TAGS
    assert accepted(quoted) == (TYPED,)
    tail = "<i></i>" * (MAX_TAGS - 1) + f"<br>{SHOWN}<b> is not done</b>"
    assert accepted(tail) == ()
