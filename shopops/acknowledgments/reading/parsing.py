"""The standard library's parser behind one door, because some bytes make it raise.

Its parser of structured headers is known to fail on some malformed values with whatever error
Python has at hand; an unreadable header is an answer here, never an error.
"""

import re
from collections.abc import Callable, Sequence
from email import policy
from email.errors import MessageDefect, MessageError
from email.headerregistry import Address, Group
from email.message import EmailMessage
from email.parser import BytesParser
from typing import Protocol, TypeVar

from shopops.acknowledgments.reading.limits import MAX_HEADER_VALUE, MAX_MIME_VALUE

Answer = TypeVar("Answer")
Headers = dict[str, tuple[str, ...]]

PARSER_FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MessageError,
    RecursionError,
    TypeError,
    ValueError,
)
_FOLD = re.compile(r"[\r\n]+")


class _Disposition(str):
    """A Content-Disposition as `is_attachment` wants it."""

    __slots__ = ()

    @property
    def content_disposition(self) -> str:
        return self.partition(";")[0].strip().lower()


class _CheapPolicy(policy.EmailPolicy):
    """The default policy, but headers are bounded and stay text.

    Making structured headers of them takes more than linear time, at every look at one; the only
    one that needs it is From.
    """

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        mime = name.lower().startswith("content-")
        return name, value[: MAX_MIME_VALUE if mime else MAX_HEADER_VALUE]

    def header_fetch_parse(self, name: str, value: str) -> str:
        text = _FOLD.sub("", value).strip()
        return _Disposition(text) if name.lower() == "content-disposition" else text


_POLICY = _CheapPolicy()


def parse(raw: bytes) -> EmailMessage | None:
    message = attempt(lambda: BytesParser(EmailMessage, policy=_POLICY).parsebytes(raw), None)
    return message if isinstance(message, EmailMessage) else None


def attempt(read: Callable[[], Answer], otherwise: Answer) -> Answer:
    """`read()`, or `otherwise` where the standard library trips over the bytes."""
    try:
        return read()
    except PARSER_FAILURES:
        return otherwise


def headers_of(message: EmailMessage) -> Headers:
    """Every header's unfolded text by lower-case name, in order of appearance."""
    found: dict[str, list[str]] = {}
    for name, value in message.raw_items():
        found.setdefault(name.lower(), []).append(_unfolded(str(value)))
    return {name: tuple(values) for name, values in found.items()}


class AddressList(Protocol):
    """What `headerregistry` makes of an address header."""

    @property
    def addresses(self) -> tuple[Address, ...]: ...
    @property
    def groups(self) -> tuple[Group, ...]: ...
    @property
    def defects(self) -> tuple[MessageDefect, ...]: ...


def address_list(value: str) -> AddressList | None:
    """None where it cannot be parsed."""
    header: AddressList | None = attempt(lambda: _POLICY.header_factory("from", value), None)
    return header


def _unfolded(value: str) -> str:
    """One line. Raw bytes above ASCII arrive as surrogates and are read as UTF-8."""
    text = _FOLD.sub("", value)
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
