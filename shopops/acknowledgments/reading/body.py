"""The part of a message that its sender wrote: plain text, else HTML."""

from email.message import EmailMessage
from enum import StrEnum

from msgspec import Struct

from shopops.acknowledgments.reading.characters import lines_of
from shopops.acknowledgments.reading.decoding import decoded
from shopops.acknowledgments.reading.html import text_of_html


class BodyKind(StrEnum):
    PLAIN = "plain"
    HTML = "html"


class Body(Struct, frozen=True):
    """Lines in normal form. `quoted` is what stood in blockquotes of HTML."""

    kind: BodyKind
    lines: tuple[str, ...]
    quoted: tuple[str, ...] = ()


def body_of(message: EmailMessage, *, clipped: bool) -> Body | None:
    """None where no text can be read. `clipped`: the message's end was cut off."""
    for kind in (BodyKind.PLAIN, BodyKind.HTML):
        part = message.get_body((kind.value,))  # never looks into an attached message
        if isinstance(part, EmailMessage):
            last = clipped and list(message.walk())[-1] is part
            body = _read(kind, _source(part), clipped=last)
            if any(line.strip() for line in (*body.lines, *body.quoted)):
                return body
    return None


def _read(kind: BodyKind, source: str, *, clipped: bool) -> Body:
    if kind == BodyKind.PLAIN:
        return Body(kind, tuple(lines_of(source, clipped=clipped)))
    html = text_of_html(source, clipped=clipped)
    lines = lines_of(html.text, clipped=html.clipped)
    return Body(kind, tuple(lines), tuple(lines_of(html.quoted)))


def _source(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    charset = part.get_content_charset()
    return decoded(content, charset) if isinstance(content, bytes) else ""
