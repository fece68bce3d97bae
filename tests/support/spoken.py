"""What of a page somebody reads, and what of it is left in English."""

import re
from collections.abc import Collection
from html.parser import HTMLParser

from babel.messages.catalog import Catalog

from shopops.checks.messages import is_translated
from tests.support.pages import Answer

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "rect", "line", "circle", "wbr"})
SILENT = frozenset({"script", "style", "code", "pre", "kbd"})
READ_ALOUD = ("aria-label", "title", "placeholder", "alt", "data-confirm", "data-says", "data-said")
# Ids of evidence, names of zones, and what a script fills in.
CODES = re.compile(r"\S*[:/_]\S+|\{\w+\}")
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w*\}|<[^>]*>")
# Words that no German sentence has.
ENGLISH = re.compile(
    r"\b(the|of|and|is|are|by|with|has|have|not|for|or|this|that|from|you|your|nobody|somebody|"
    r"order|orders|parcel|approved|approve|rejected|reject|customer|since|until|days|without|which|"
    r"it|its|to|on|no|what|when|open|waits|policy|evidence|amount|refund|decided|decision)\b",
    re.IGNORECASE,
)


class _Reading(HTMLParser):
    """Passes over what is in another language by its own mark, or in no language at all."""

    def __init__(self, language: str) -> None:
        super().__init__(convert_charrefs=True)
        self.language, self.said = language, list[str]()
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = given.get("lang") not in (None, self.language)
        silent = any(self._open) or tag in SILENT or foreign or "data-foreign" in given
        if not silent:
            self.said += [given[name] or "" for name in READ_ALOUD if name in given]
        if tag not in VOID:
            self._open.append(silent)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            self.said.append(data)


def read_of(answer: Answer, language: str) -> list[str]:
    """Each piece of text as it stands, without what is silent or in another language."""
    reading = _Reading(language)
    reading.feed(answer.content.decode())
    pieces = (" ".join(CODES.sub(" ", said).split()) for said in reading.said)
    return [piece for piece in pieces if piece]


def english_in(catalogue: Catalog) -> set[str]:
    """The parts of what the catalogue has another text for."""
    found = set[str]()
    for message in filter(is_translated, catalogue):
        originals = (message.id,) if isinstance(message.id, str) else message.id
        strings = (message.string,) if isinstance(message.string, str) else message.string or ()
        for original, string in zip(originals, strings, strict=True):
            parts = (" ".join(part.split()) for part in PLACEHOLDER.split(original))
            found.update(part for part in parts if len(part) > 3 and part not in string)
    return found


def left_over(said: list[str], english: Collection[str]) -> list[str]:
    """What the catalogue has another text for, and what is English without being in it."""
    text = "\n".join(said)
    known = [part for part in english if part in text and _stands(part, text)]
    return known + [one for one in said if ENGLISH.search(one)]


def _stands(part: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None
