"""The words of an HTML body, with a line's end only where a browser would show one."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopops.acknowledgments.reading.html_styles import PLAIN, Look, look_of
from shopops.acknowledgments.reading.limits import MAX_HTML, MAX_TAGS

_BLOCK_NAMES = """
    address article aside body br caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol
    p pre section summary table tbody tfoot thead tr ul
"""
_UNSEEN_NAMES = """
    audio canvas datalist head iframe math noembed noframes noscript object script select style svg
    template textarea title video
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_UNSEEN = frozenset(_UNSEEN_NAMES.split())
_CELLS = frozenset({"td", "th"})
_RULE = "\n---\n"
_BLANK = re.compile(r"\s+")
_TAG = re.compile("<[A-Za-z]")


class HtmlText(Struct, frozen=True):
    """`quoted` is what stood in blockquotes and the like; `clipped`: the text's last line may be
    half a line."""

    text: str
    quoted: str
    clipped: bool


class _Step(Struct):
    """One edge of the walk; text nodes have only the way in."""

    node: LexborNode
    enters: bool
    look: Look = PLAIN


def text_of_html(html: str, *, clipped: bool = False) -> HtmlText:
    """`clipped`: its end was cut off before."""
    start = _start_of(html)
    root = LexborHTMLParser(start.replace("\0", "")).root
    seen: list[str] = []
    quoted: list[str] = []
    quotes = preformatted = void = 0
    ends_in_a_quote = False
    for step in _walk(root):
        tag, change = step.node.tag or "", 1 if step.enters else -1
        quotes += change * step.look.quoted
        ends_in_a_quote = quotes > 0 if step.enters else ends_in_a_quote
        preformatted += change * (tag == "pre")
        void += change * step.look.void
        shown = _text(step, preformatted > 0, void > 0) if tag == "-text" else _edge(step, tag)
        (quoted if quotes else seen).append(shown)
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
    node, above = root, list[_Step]()
    while node is not None:
        inwards = _Step(node, enters=True, look=_look(node))
        yield inwards
        child = None if node.tag in _UNSEEN else node.child
        if child is not None:
            above.append(inwards)
            node = child
            continue
        yield _out(inwards)
        while node is not None and node.next is None and above:
            inwards = above.pop()
            node = inwards.node
            yield _out(inwards)
        node = node.next if node is not None and above else None


def _look(node: LexborNode) -> Look:
    tag = node.tag or ""
    return PLAIN if tag.startswith(("-", "#", "!")) else look_of(tag, node.attributes)


def _out(inwards: _Step) -> _Step:
    return _Step(inwards.node, enters=False, look=inwards.look)


def _text(step: _Step, preformatted: bool, void: bool) -> str:
    """Text that is not seen or struck out gets a mark, so that no code of it stands alone."""
    text = (step.node.text_content or "") if step.enters else ""
    if void and text.strip():
        return f"~{_BLANK.sub(' ', text)}~"
    return text if preformatted else _BLANK.sub(" ", text)


def _edge(step: _Step, tag: str) -> str:
    if tag == "hr" or step.look.ends:
        return _RULE if step.enters else ""
    if (tag in _BLOCKS and not step.look.inline) or step.look.quoted:
        return "\n"
    return " " if tag in _CELLS or step.look.inline else ""
