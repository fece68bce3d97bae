"""What the sender wrote now: quoted lines dropped, and the rest only down to the first mark.

A mark is a line that holds an e-mail address, our own name, a roster name or a rule: each mail
program puts one of them above what it quotes. Two marks more need no list of languages: a line
with a date that ends in a colon, and a block of header lines.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from shopops.acknowledgments.reading.names import Names

_QUOTED = re.compile(r"\s*[\w-]{0,20} ?>")
_ADDRESS = re.compile(r"\S@\S|\w@\s*$")
_RULE = re.compile(r"\s*(?:[-_=*~#+]{3}|[-_=*~#+]{2}\s*$|[-_=]\s*$)")
# Between digits and not at a word's end: some scripts write `2026年3月3日午前10:15` in one word.
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_DAY_OR_YEAR = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_HEADER = re.compile(r"\s*[*_]{0,2}(?!(?:ack|done|ok)\b)[^\W\d_][^:]{0,30}:[*_]{0,2}\s*\S", re.I)
_HEADERS_IN_A_BLOCK = 3
_ENDS_A_SENTENCE = (".", "!", "?", ":", ";")
_ENDS_INSIDE_A_URL = re.compile(r"://\S*[/=&?%_-]$")
_WRAPPED_URL = 200  # characters that are looked at
OPENING, CLOSING = tuple("[({<【「〔"), tuple("])}>】」〕")
# A line of plain text that is this long was likely broken by the mail program.
_WRAPPED = range(58, 81)


class OwnLine(Struct, frozen=True):
    """`continues`: it is one text with a line beside it, so nothing on it stands alone."""

    text: str
    continues: bool = False


class Cut(Struct, frozen=True):
    own: tuple[OwnLine, ...]
    quoted: tuple[str, ...]


def cut(lines: Sequence[str], names: Names, *, wraps: bool, flowed: bool = False) -> Cut:
    """`wraps`: the lines are plain text, which mail programs break where they are too long.
    `flowed`: those that they broke end in a space."""
    own: list[OwnLine] = []
    quoted: list[str] = []
    end = _first_mark(lines, names)
    said = ""  # the last line that was not blank
    around = zip(["", *lines], lines[:end], [*lines[1:end], ""], strict=False)
    for above, line, below in around:
        said = above.rstrip() or said
        if _QUOTED.match(line):
            quoted.append(line)
        else:
            flows = flowed and (_flows(above, line) or _flows(line, below))
            continues = said.endswith(OPENING) or (wraps and _goes_on(above)) or flows
            own.append(OwnLine(line, continues))
    return Cut(tuple(own), (*quoted, *lines[end:]))


def _first_mark(lines: Sequence[str], names: Names) -> int:
    block = _header_block(lines)
    for at, (line, following) in enumerate(pairwise([*lines[:block], ""])):
        if not _QUOTED.match(line) and _is_mark(line, following, names):
            return at
    return block


def _is_mark(line: str, following: str, names: Names) -> bool:
    if _ADDRESS.search(line) or _RULE.match(line) or _is_attribution(line):
        return True
    return names.stand_in(line) or names.run_over(line, following)


def _is_attribution(line: str) -> bool:
    """`On 3 March 2026 at 10:15 somebody wrote:` in any language, the time left out or not."""
    known = (_TIME.search(line) or _YEAR.search(line)) if line.rstrip(" *_").endswith(":") else None
    if known is None:
        return False
    return bool(_DAY_OR_YEAR.search(line[: known.start()] + " " + line[known.end() :]))


def _header_block(lines: Sequence[str]) -> int:
    """Where the first block of lines like `Sent: 3 March 2026` starts; else the number of lines."""
    for block in _runs_of_headers(lines):
        dated = any(_TIME.search(lines[at]) or _YEAR.search(lines[at]) for at in block)
        if len(block) >= _HEADERS_IN_A_BLOCK and dated:
            return block[0]
    return len(lines)


def _runs_of_headers(lines: Sequence[str]) -> Iterator[list[int]]:
    run: list[int] = []
    for at, line in enumerate(lines):
        if _HEADER.match(line) and not _QUOTED.match(line):
            run.append(at)
        elif line.strip():
            yield run
            run = []
    yield run


def _flows(line: str, below: str) -> bool:
    is_own = not (_QUOTED.match(line) or _QUOTED.match(below))
    return is_own and line.endswith(" ") and bool(line.strip() and below.strip())


def _goes_on(above: str) -> bool:
    text = "" if _QUOTED.match(above) else above.rstrip()
    if _ENDS_INSIDE_A_URL.search(text[-_WRAPPED_URL:]):
        return True
    return len(text) in _WRAPPED and not text.endswith(_ENDS_A_SENTENCE)
