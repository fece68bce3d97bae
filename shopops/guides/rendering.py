"""A guide's Markdown as HTML. What is HTML in it is shown as text, and a link to what is no guide
is text. Pure."""

import re
from collections.abc import Collection, Iterable
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from msgspec import Struct

TO_GUIDE = re.compile(r"(?P<name>[a-z-]+)\.md(?P<place>#[\w-]+)?")
NO_WORD = re.compile(r"[^\w\- ]")


class Rendered(Struct, frozen=True, kw_only=True):
    """`title`: of its first heading."""

    title: str
    html: str


class _Renderer(RendererHTML):
    """What may be wider than the page can be reached and moved with the keyboard."""

    def table_open(self, *_given: object) -> str:
        return '<div class="scroll-x" tabindex="0"><table>\n'

    def table_close(self, *_given: object) -> str:
        return "</table></div>\n"


def rendered(text: str, guides: Collection[str]) -> Rendered:
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    tokens = reader.parse(text)
    title = _anchored(tokens)
    for token in tokens:
        if token.type in ("fence", "code_block"):
            token.attrSet("tabindex", "0")
        token.children = list(_linked(token.children or (), guides))
    return Rendered(title=title, html=reader.renderer.render(tokens, reader.options, {}))


def _anchored(tokens: list[Token]) -> str:
    """Gives each heading the id by which links name it. The title."""
    taken: dict[str, int] = {}
    title = ""
    for opened, inline in pairwise(tokens):
        if opened.type != "heading_open":
            continue
        words = "".join(one.content for one in inline.children or ())
        title = title or words
        place = NO_WORD.sub("", words.lower()).replace(" ", "-")
        count = taken[place] = taken.get(place, -1) + 1
        opened.attrSet("id", f"{place}-{count}" if count else place)
    return title


def _linked(children: Iterable[Token], guides: Collection[str]) -> Iterable[Token]:
    """Pictures are their words."""
    keeps: list[bool] = []
    for token in children:
        if token.type == "link_open":
            address = _address(str(token.attrGet("href") or ""), guides)
            keeps.append(bool(address))
            token.attrSet("href", address)
        if token.type == "image":
            yield Token("text", "", 0, content=token.content)
        elif token.type not in ("link_open", "link_close") or keeps[-1]:
            yield token
        if token.type == "link_close":
            keeps.pop()


def _address(href: str, guides: Collection[str]) -> str:
    """Empty where it leads to nothing that can be opened here."""
    if href.startswith(("#", "https://")):
        return href
    found = TO_GUIDE.fullmatch(href)
    if found is None or found["name"] not in guides:
        return ""
    return f"/guides/{found['name']}/{found['place'] or ''}"
