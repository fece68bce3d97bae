"""The words of an HTML body, with a line's end only where a browser would show one."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopops.acknowledgments.reading.limits import MAX_HTML, MAX_TAGS

_BLOCK_NAMES = """
    address article aside body br caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol
    p pre section summary table tbody tfoot thead tr ul
"""
_UNSEEN_NAMES = """
    head iframe math noscript object script select style svg template textarea title
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_UNSEEN = frozenset(_UNSEEN_NAMES.split())
_CELLS = frozenset({"td", "th"})
_STRUCK = frozenset({"del", "s", "strike"})
_RULE = "\n---\n"
_BLANK = re.compile(r"\s+")
_TAG = re.compile("<[A-Za-z]")


class HtmlText(Struct, frozen=True):
    """`quoted` is what stood in blockquotes; `clipped`: the text's last line may be half a line."""

    text: str
    quoted: str
    clipped: bool


class _Step(Struct):
    """One edge of the walk; text nodes have only the way in."""

    node: LexborNode
    enters: bool


def text_of_html(html: str, *, clipped: bool = False) -> HtmlText:
    """`clipped`: its end was cut off before."""
    start = _start_of(html)
    root = LexborHTMLParser(start.replace("\0", "")).root
    seen: list[str] = []
    quoted: list[str] = []
    quotes = preformatted = 0
    ends_in_a_quote = False
    for step in _walk(root):
        tag, change = step.node.tag, 1 if step.enters else -1
        quotes += change * (tag == "blockquote")
        ends_in_a_quote = quotes > 0 if step.enters else ends_in_a_quote
        preformatted += change * (tag == "pre")
        (quoted if quotes else seen).append(_shown(step, tag or "", preformatted > 0))
    clipped = (clipped or len(start) < len(html)) and not ends_in_a_quote
    text = "".join(seen)
    return HtmlText(text.rstrip() if clipped else text, "".join(quoted), clipped)


def _start_of(html: str) -> str:
    """Blocks that are never closed cost the parser the square of their number."""
    start = html[:MAX_HTML]
    last = next(islice(_TAG.finditer(start), MAX_TAGS, None), None)
    return start[: last.start()] if last else start


def _walk(root: LexborNode | None) -> Iterator[_Step]:
    """In and out of every node that shows; a loop, since a mail may nest deeper than Python."""
    node, depth = root, 0
    while node is not None:
        yield _Step(node, enters=True)
        child = None if node.tag in _UNSEEN else node.child
        if child is not None:
            node, depth = child, depth + 1
            continue
        yield _Step(node, enters=False)
        while node is not None and node.next is None and depth:
            node, depth = node.parent, depth - 1
            if node is not None:
                yield _Step(node, enters=False)
        node = node.next if node is not None and depth else None


def _shown(step: _Step, tag: str, preformatted: bool) -> str:
    if tag == "-text":
        text = (step.node.text_content or "") if step.enters else ""
        return text if preformatted else _BLANK.sub(" ", text)
    if tag == "hr":
        return _RULE if step.enters else ""
    if tag in _BLOCKS or tag == "blockquote":
        return "\n"
    if tag in _STRUCK:
        return "~"
    return " " if tag in _CELLS else ""
