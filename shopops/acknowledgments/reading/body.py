"""The part of a message that its sender wrote: plain text, else HTML."""

from collections.abc import Iterator
from email.message import EmailMessage
from enum import StrEnum

from msgspec import Struct

from shopops.acknowledgments.reading.characters import lines_of
from shopops.acknowledgments.reading.decoding import decoded
from shopops.acknowledgments.reading.html import text_of_html


class BodyKind(StrEnum):
    PLAIN = "plain"
    HTML = "html"


_WRITTEN = frozenset(f"text/{kind}" for kind in BodyKind)


class Body(Struct, frozen=True):
    """Lines in normal form. `quoted` is what HTML shows as quoted. `flowed`: a line of plain text
    that ends in a space goes on in the next one (RFC 3676)."""

    kind: BodyKind
    lines: tuple[str, ...]
    quoted: tuple[str, ...] = ()
    flowed: bool = False


def body_of(message: EmailMessage, *, clipped: bool) -> Body | None:
    """None where no text can be read. `clipped`: the message's end was cut off."""
    for forms in _texts(message):
        for kind in BodyKind:
            for part in forms:
                if part.get_content_subtype() != kind:
                    continue
                last = clipped and list(message.walk())[-1] is part
                body = _read(kind, part, clipped=last)
                if any(line.strip() for line in (*body.lines, *body.quoted)):
                    return body
    return None


def _texts(part: EmailMessage) -> Iterator[list[EmailMessage]]:
    """Where a sender may have written, the first place first, each in the forms that it has.

    What has a file's name is attached, however it is to be shown; an attached message, and what
    belongs to a page, are none of the sender's words.
    """
    if part.is_attachment() or part.get_filename():
        return
    kind = part.get_content_type()
    if kind in _WRITTEN:
        yield [part]
    elif kind == "multipart/alternative":
        yield [form for one in _parts(part) for forms in _texts(one) for form in forms]
    elif part.get_content_maintype() == "multipart" and kind != "multipart/digest":
        for one in _root(part) if kind == "multipart/related" else _parts(part):
            yield from _texts(one)


def _parts(part: EmailMessage) -> list[EmailMessage]:
    found = list(part.iter_parts()) if part.is_multipart() else []
    return [one for one in found if isinstance(one, EmailMessage)]


def _root(related: EmailMessage) -> list[EmailMessage]:
    """The part that the others belong to: the one that is named so, else the first."""
    parts, start = _parts(related), related.get_param("start")
    return ([one for one in parts if start and one["Content-ID"] == start] or parts)[:1]


def _read(kind: BodyKind, part: EmailMessage, *, clipped: bool) -> Body:
    source = _source(part)
    if kind == BodyKind.PLAIN:
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        return Body(kind, tuple(lines_of(source, clipped=clipped)), flowed=flowed)
    html = text_of_html(source, clipped=clipped)
    lines = lines_of(html.text, clipped=html.clipped)
    return Body(kind, tuple(lines), tuple(lines_of(html.quoted)))


def _source(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    charset = part.get_content_charset()
    return decoded(content, charset) if isinstance(content, bytes) else ""
