"""Replies of real mail programs, with codes put in: one typed above, the others quoted."""

import email
from collections.abc import Callable, Iterator
from email import policy
from itertools import cycle
from pathlib import Path

import pytest

from shopops.acknowledgments.answer import own_text
from shopops.acknowledgments.reading.codes_in_text import codes_in
from shopops.acknowledgments.reading.message import read_message
from shopops.alarms.codes import bracketed, code_of, shown
from tests.real.data import needs_real_data, path_of
from tests.support.mails import NAMES, a_mail

pytestmark = [*needs_real_data, pytest.mark.slow]

FOLDER = path_of("mail/corpora")
NOT_MAIL = {".json", ".png", ".raw", ".md"}
TYPED, COLLEAGUES = (code_of(b"secret", word) for word in (b"typed", b"a colleague's"))
ALERT = [code_of(b"secret", b"quoted %d" % number) for number in range(3)]
ENOUGH = 0.99
Spell = Callable[[str], str]
SPELLINGS: list[Spell] = [
    shown,
    lambda code: shown(code).lower(),
    lambda code: code,
    lambda code: f"ack {shown(code)}",
    lambda code: f"{shown(code)}.",
]
ATTRIBUTIONS = [
    "On Tue, 3 Mar 2026 at 10:15, ShopOps Alerts <alerts@shopops.example> wrote:",
    "Den tis 3 mars 2026 kl 10:15 skrev ShopOps Alerts <\nalerts@shopops.example>:",
    "Von: Holm, Per\nGesendet: Dienstag, 3. März 2026 10:30\nAn: Ida Lund\nBetreff: AW: Northline",
    "-----Original Message-----",
    "________________________________",
]


def texts() -> Iterator[tuple[str, str]]:
    """Kind and body of every mail of the corpora."""
    files = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    for path in files:
        if path.suffix not in NOT_MAIL and path.name != "LICENSE":
            yield from _bodies(path)


def _bodies(path: Path) -> Iterator[tuple[str, str]]:
    raw = path.read_bytes()
    if path.suffix == ".eml":
        message = email.message_from_bytes(raw, policy=policy.default)
        for kind in ("plain", "html"):
            part = message.get_body((kind,))
            if part is not None:
                yield kind, part.get_content()
    else:
        yield "html" if path.suffix == ".html" else "plain", raw.decode("utf-8", "replace")


def counted(kind: str, body: str) -> set[str]:
    read = read_message(a_mail(body, kind=f"text/{kind}; charset=utf-8"))
    found = codes_in(own_text(read.body, NAMES)) if read.body else None
    return {code.code for code in found.typed} if found else set()


def plain_with_codes(typed: str, body: str, attribution: str) -> str:
    """The alert quoted in every way: in brackets among all lines, bare behind `>`, bare below."""
    lines = [typed, ""]
    for line, code in zip(body.splitlines(), cycle(ALERT), strict=False):
        prefix = line[: len(line) - len(line.lstrip("> \t"))]
        lines += [line, f"{prefix}Code: {bracketed(code)}", f"{prefix}{bracketed(code)}"]
        lines += [f"{prefix}{shown(code)}"] if ">" in prefix else []
    return "\n".join([*lines, "", attribution, shown(COLLEAGUES), *map(shown, ALERT)])


def html_with_codes(typed: str, body: str, attribution: str) -> str:
    below = attribution.replace("<", "&lt;").replace("\n", "<br>")
    alert = "".join(f"<p>{bracketed(code)}</p>" for code in ALERT)
    bare = "".join(f"<div>{shown(code)}</div>" for code in (COLLEAGUES, *ALERT))
    quoted = body.replace("<blockquote", f"{alert}<blockquote").replace(
        "</blockquote>", f"{bare}</blockquote>"
    )
    return (
        f"<div>{typed}</div><div><br></div>{alert}{quoted}"
        f"<blockquote>{bare}</blockquote><p>{below}</p>{bare}"
    )


def test_typed_codes_count_and_quoted_ones_never_do(capsys: pytest.CaptureFixture[str]) -> None:
    mails = found = leaks = 0
    for kind, body in texts():
        for spell, attribution in zip(SPELLINGS, ATTRIBUTIONS, strict=True):
            make = html_with_codes if kind == "html" else plain_with_codes
            codes = counted(kind, make(spell(TYPED), body, attribution))
            mails, found, leaks = mails + 1, found + (TYPED in codes), leaks + len(codes - {TYPED})
    with capsys.disabled():
        print(f"\n{mails} mails: {found} typed codes counted, {leaks} quoted ones")
    assert mails > 1_000
    assert leaks == 0
    assert found >= ENOUGH * mails


def test_without_a_typed_code_nothing_counts(capsys: pytest.CaptureFixture[str]) -> None:
    mails = leaks = 0
    for kind, body in texts():
        for attribution in ATTRIBUTIONS:
            make = html_with_codes if kind == "html" else plain_with_codes
            mails, leaks = mails + 1, leaks + len(counted(kind, make("Fine.", body, attribution)))
    with capsys.disabled():
        print(f"\n{mails} mails without a typed code: {leaks} counted")
    assert mails > 1_000
    assert leaks == 0
