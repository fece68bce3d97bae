"""Mail that no person wrote. It is never answered, so two machines cannot talk for ever."""

import re
from collections.abc import Collection

from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.reading.message import Read

_BULK = frozenset({"auto_reply", "bulk", "junk", "list"})
_COMMENT = re.compile(r"\([^()]*\)?")
_NULL_PATH = re.compile(r"\s*<\s*>\s*")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"@]{1,128}@[^\s<>()\[\],;:\"@]{1,255}")
_ANSWERING_MACHINES = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from")


def automation_of(
    read: Read, *, own_addresses: Collection[str] = (), envelope_sender: str | None = None
) -> Reason | None:
    """Which machine wrote it; None where a person may have.

    `own_addresses` in the form of `domains.comparable`. `envelope_sender`: what the provider says
    was given as MAIL FROM, empty for the null path, None where it says nothing.
    """
    if read.report:
        return Reason.DELIVERY_REPORT
    if read.content_type == "multipart/report":
        return Reason.OTHER_REPORT
    if envelope_sender == "":
        return Reason.NULL_RETURN_PATH
    return _by_headers(read) or _by_sender(read, own_addresses)


def _by_headers(read: Read) -> Reason | None:
    if any(_word(value) not in {"", "no"} for value in read.all("auto-submitted")):
        return Reason.AUTO_SUBMITTED
    if any(read.all(name) for name in _ANSWERING_MACHINES):
        return Reason.AUTO_SUBMITTED
    if any(map(_NULL_PATH.fullmatch, read.all("return-path"))):
        return Reason.NULL_RETURN_PATH
    bulk = any(_word(value) in _BULK for value in read.all("precedence"))
    return Reason.PRECEDENCE if bulk else None


def _by_sender(read: Read, own_addresses: Collection[str]) -> Reason | None:
    senders = [found for name in ("from", "return-path") for found in _addresses(read, name)]
    if any(sender.startswith("mailer-daemon@") for sender in senders):
        return Reason.MAILER_DAEMON
    if any(name.startswith("list-") or name == "mailing-list" for name in read.headers):
        return Reason.LIST_MAIL
    return Reason.OWN_ADDRESS if any(sender in own_addresses for sender in senders) else None


def _addresses(read: Read, name: str) -> list[str]:
    found = (address for value in read.all(name) for address in _ADDRESS.findall(value))
    return [known for address in found if (known := comparable(address))]


def _word(value: str) -> str:
    """The value without comments and parameters: `auto-replied (vacation); x=y`."""
    return re.split(r"[\s;]", _COMMENT.sub(" ", value).strip().lower(), maxsplit=1)[0]
