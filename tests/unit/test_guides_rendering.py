"""What a guide's Markdown becomes, and what never gets through it."""

import pytest

from shopops.guides.rendering import rendered


def html(text: str) -> str:
    return rendered(text, ("mail-setup", "import-format")).html


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[x](mail-setup.md)", '<a href="/guides/mail-setup/">x</a>'),
        ("[x](import-format.md#the-format)", '<a href="/guides/import-format/#the-format">x</a>'),
        ("[x](#below)", '<a href="#below">x</a>'),
        ("[x](https://www.rfc-editor.org/)", '<a href="https://www.rfc-editor.org/">x</a>'),
        ("[*x*](running.md)", "<em>x</em>"),
        ("[x](schemas/order.schema.json)", "x"),
        ("[x](../mail-setup.md)", "x"),
        ("[x](http://plain.example)", "x"),
        ("[x](//evil.example)", "x"),
        ("![a picture](img/queue.png)", "a picture"),
        ("![a <b>](https://evil.example/x.png)", "a &lt;b&gt;"),
    ],
)
def test_a_link_leads_to_a_guide_or_is_text(written: str, shown: str) -> None:
    assert html(written) == f"<p>{shown}</p>\n"


@pytest.mark.parametrize(
    "written",
    [
        "<script>alert(1)</script>",
        'a <img src=x onerror="alert(1)"> b',
        "[x](javascript:alert(1))",
        '[x](https://x.example/"onmouseover="alert(1))',
        "# <svg onload=alert(1)>",
        "```<script>\n<script>\n```",
    ],
)
def test_what_is_html_in_it_is_text(written: str) -> None:
    shown = html(written)
    assert not any(tag in shown for tag in ("<script", "<img", "<svg", 'href="java', '"on'))


def test_headings_have_the_names_by_which_links_find_them() -> None:
    made = rendered("# Setting up *mail*\n\n## Who, and `what`?\n\n## Who, and `what`?", ())
    assert made.title == "Setting up mail"
    assert '<h1 id="setting-up-mail">' in made.html
    assert '<h2 id="who-and-what">' in made.html
    assert '<h2 id="who-and-what-1">' in made.html


def test_what_may_be_wide_can_be_reached_with_the_keyboard() -> None:
    shown = html("| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nmake run\n```\n\n    indented\n")
    assert '<div class="scroll-x" tabindex="0"><table>' in shown
    assert "</table></div>" in shown
    assert shown.count('tabindex="0"') == 3
