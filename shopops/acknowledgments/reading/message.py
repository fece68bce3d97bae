"""One message's bytes to what the rest decides on. Pure, and no bytes make it raise."""

import hashlib
import re
import string
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.message import EmailMessage

from msgspec import Struct

from shopops.acknowledgments.reading.body import Body, body_of
from shopops.acknowledgments.reading.limits import TooMuch, header_block, start_of, too_much
from shopops.acknowledgments.reading.parsing import Headers, attempt, headers_of, parse
from shopops.acknowledgments.reading.report import DeliveryReport, delivery_report

_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"@]{1,128}@[^\s<>()\[\],;:\"@]{1,255}")
_BARE_CR_OR_NUL = re.compile(rb"\r(?!\n)|\0")
_OBSOLETE_FROM = re.compile(rb"From[ \t]+:", re.IGNORECASE)  # Python takes it for a mailbox's mark
# Each may be there once (RFC 5322, 3.6). Whoever holds a signed mail can put a second one on top.
_SINGLE_HEADERS = ("message-id", "date", "content-type", "content-transfer-encoding")
_RECIPIENT_HEADERS = ("delivered-to", "x-original-to", "to", "cc")
_DIGESTED_HEADERS = ("from", "to", "subject", "date", "in-reply-to", "references")
_HEADER_DEFECTS = (
    FirstHeaderLineIsContinuationDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)


class Read(Struct, frozen=True, kw_only=True):
    """A message as far as bytes tell. Nothing here is verified."""

    too_much: TooMuch | None = None  # then the rest is empty
    message_id: str | None = None  # with its angle brackets; None unless there is exactly one
    content_hash: str = ""  # stands in for the id that is missing, on whatever way it came
    signed_hash: str = ""  # of what no other copy of a signed mail can change; needs one Date
    headers: Headers = {}
    broken_headers: bool = False  # other readers may see other headers than we do
    recipients: tuple[str, ...] = ()  # lower case, in order of appearance
    content_type: str = ""
    report: DeliveryReport | None = None
    body: Body | None = None  # None where nothing is readable

    def all(self, name: str) -> tuple[str, ...]:
        """Every header of that name (lower case), unfolded."""
        return self.headers.get(name, ())


def read_message(raw: bytes) -> Read:
    start = start_of(raw)
    excess = too_much(raw, start)
    message = None if excess else parse(start)
    if message is None:
        return Read(too_much=excess or TooMuch.UNPARSABLE, content_hash=_hash({}, raw))
    headers = headers_of(message)
    message_id = _message_id(headers.get("message-id", ()))
    return Read(
        message_id=message_id,
        content_hash="" if message_id else _hash(headers, raw),
        signed_hash=_signed_hash(headers, raw),
        headers=headers,
        broken_headers=_has_broken_headers(message, headers, start),
        recipients=_recipients(headers),
        content_type=attempt(message.get_content_type, ""),
        report=delivery_report(message, headers),
        body=attempt(lambda: body_of(message, clipped=len(start) < len(raw)), None),
    )


def _message_id(values: tuple[str, ...]) -> str | None:
    found = _MESSAGE_ID.findall(values[0]) if len(values) == 1 else []
    return found[0] if len(found) == 1 else None


def _hash(headers: Headers, raw: bytes) -> str:
    """Of body and headers that no relay touches; of the whole where it was not parsed."""
    digest = hashlib.sha256()
    for name in _DIGESTED_HEADERS if headers else ():
        for value in headers.get(name, ()):
            digest.update(f"{name}:{value}\n".encode("utf-8", "replace"))
    digest.update(_after_headers(raw).lstrip(b"\r\n") if headers else raw)
    return digest.hexdigest()


def _signed_hash(headers: Headers, raw: bytes) -> str:
    """Of date and text without white space, which DKIM lets anybody change. Message-ID and To are
    often not signed."""
    dates = headers.get("date", ())
    if len(dates) != 1:
        return ""
    date = "".join(dates[0].split()).encode("utf-8", "replace")
    text = _after_headers(raw).translate(None, string.whitespace.encode())
    return hashlib.sha256(date + b"\n" + text).hexdigest()


def _after_headers(raw: bytes) -> bytes:
    return raw[len(header_block(raw)) :]


def _has_broken_headers(message: EmailMessage, headers: Headers, start: bytes) -> bool:
    if _BARE_CR_OR_NUL.search(header_block(start)) or _OBSOLETE_FROM.match(start):
        return True
    if any(len(headers.get(name, ())) > 1 for name in _SINGLE_HEADERS):
        return True
    return any(isinstance(defect, _HEADER_DEFECTS) for defect in message.defects)


def _recipients(headers: Headers) -> tuple[str, ...]:
    values = (value for name in _RECIPIENT_HEADERS for value in headers.get(name, ()))
    found = (address for value in values for address in _ADDRESS.findall(value))
    return tuple(dict.fromkeys(address.lower() for address in found))
