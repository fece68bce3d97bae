"""Delivery reports (RFC 3464): which of our messages did not reach whom."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from enum import StrEnum
from typing import Any

from msgspec import Struct

from shopops.acknowledgments.reading.parsing import Headers, attempt

_STATUS_TYPES = frozenset({"message/delivery-status", "message/global-delivery-status"})
_RETURNED_TYPES = frozenset(
    {
        "message/rfc822",
        "message/global",
        "text/rfc822-headers",
        "message/rfc822-headers",
        "message/global-headers",
    }
)
_MESSAGE_ID = re.compile(r"^message-id:\s{0,80}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(r"^([!-9;-~]{1,60}):(.*)$")
_ADDRESS = re.compile(r"[^\s<>;,\"@]{1,128}@[^\s<>;,\"@]{1,255}")
_MOST = 100  # recipients and message ids of one report


class Action(StrEnum):
    FAILED = "failed"
    DELAYED = "delayed"
    DELIVERED = "delivered"
    RELAYED = "relayed"
    EXPANDED = "expanded"
    UNKNOWN = "unknown"


class ReportedRecipient(Struct, frozen=True):
    """`status` is the report's enhanced code, such as 5.1.1; empty where it says none."""

    address: str
    action: Action
    status: str = ""


class DeliveryReport(Struct, frozen=True):
    """What a mail system says, unverified. `message_ids` are those of the returned message."""

    recipients: tuple[ReportedRecipient, ...]
    message_ids: tuple[str, ...]

    @property
    def says_undelivered(self) -> bool:
        return any(recipient.action == Action.FAILED for recipient in self.recipients)


def delivery_report(message: EmailMessage, headers: Headers) -> DeliveryReport | None:
    """None where the message is not one."""
    return attempt(lambda: _standard_report(message), None) or _plain_report(message, headers)


def _standard_report(message: EmailMessage) -> DeliveryReport | None:
    if message.get_content_type() != "multipart/report" or not message.is_multipart():
        return None
    parts = list(message.iter_parts())
    status = [part for part in parts if part.get_content_type() in _STATUS_TYPES]
    declared = str(message.get_param("report-type", "")).lower()
    if not status and declared != "delivery-status":
        return None
    blocks = [block for part in status for block in _blocks(part)]
    recipients = [found for block in blocks if (found := _recipient(block))]
    returned = [part for part in parts if part.get_content_type() in _RETURNED_TYPES]
    ids = [found for part in returned for found in _ids_of(part)]
    return DeliveryReport(tuple(recipients[:_MOST]), tuple(dict.fromkeys(ids))[:_MOST])


def _plain_report(message: EmailMessage, headers: Headers) -> DeliveryReport | None:
    """Exim's: no parts; a header names whom, and the text repeats our headers."""
    failed = _ADDRESS.findall(",".join(headers.get("x-failed-recipients", ())))
    if not failed:
        return None
    recipients = [ReportedRecipient(address.lower(), Action.FAILED) for address in failed[:_MOST]]
    ids = _MESSAGE_ID.findall(attempt(lambda: _text_of(message), ""))
    return DeliveryReport(tuple(recipients), tuple(dict.fromkeys(ids))[:_MOST])


def _blocks(part: Any) -> Iterator[dict[str, str]]:
    """The groups of fields, one about the message and one for each recipient."""
    inner = part.get_payload()
    for group in inner if isinstance(inner, list) else []:
        yield {name.lower(): str(value) for name, value in group.raw_items()}
        yield from map(_fields, re.split(r"\r?\n\r?\n", _text_of(group)))


def _fields(block: str) -> dict[str, str]:
    matches = [match for line in block.splitlines() if (match := _FIELD.match(line))]
    return {match[1].lower(): match[2] for match in matches}


def _recipient(block: dict[str, str]) -> ReportedRecipient | None:
    named = block.get("final-recipient") or block.get("original-recipient") or ""
    found = _ADDRESS.search(named.partition(";")[2])
    if found is None:
        return None
    word = block.get("action", "").strip().lower()
    action = Action(word) if word in set(Action) else Action.UNKNOWN
    return ReportedRecipient(found[0].lower(), action, block.get("status", "").strip()[:20])


def _ids_of(part: Any) -> list[str]:
    inner = part.get_payload()
    if not isinstance(inner, list):
        return _MESSAGE_ID.findall(_text_of(part))
    values = [value for group in inner for value in _raw_values(group, "message-id")]
    return _MESSAGE_ID.findall("\n".join(f"message-id:{value}" for value in values))


def _raw_values(message: Any, name: str) -> list[str]:
    return [str(value) for key, value in message.raw_items() if key.lower() == name]


def _text_of(part: Any) -> str:
    content = None if part.is_multipart() else part.get_payload(decode=True)
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
