"""Webhooks of the shop's own system: one order or one tracker each, in our own format."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from shopops.connectors.generic.settings import IN_LABEL, SECRET_IN
from shopops.connectors.generic.signing import checked, proven_id
from shopops.connectors.ports import Delivered
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.shopops_format.format import ORDERS, TRACKERS
from shopops.connectors.strict_json import decode

FORMATS = {"order.updated": ORDERS, "tracker.updated": TRACKERS}
OURS = "shopops"
LONGEST_ID = 255


class Envelope(Struct, frozen=True):
    """What Standard Webhooks puts around the data, which stays the bytes that it came as."""

    type: str
    data: Raw
    timestamp: Annotated[datetime, Meta(tz=True)] | None = None


class GenericInbox:
    def __init__(self, settings: Mapping[str, str]) -> None:
        """Raises `NoSecret`."""
        self._secrets = checked(settings.get(SECRET_IN, ""), which=IN_LABEL)

    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        message_id = proven_id(self._secrets, headers=headers, body=body, now=now)
        if len(message_id) > LONGEST_ID:
            reason = f"the header webhook-id is longer than {LONGEST_ID} characters"
            raise RowRefused(RefusalCode.TOO_LONG, "$", reason)
        envelope = _envelope(body)
        source_format = FORMATS.get(envelope.type)
        if source_format is None:
            reason = f"is none of {', '.join(FORMATS)}"
            raise RowRefused(RefusalCode.UNKNOWN_WORD, "$.type", reason)
        return Delivered(
            delivery_id=message_id,
            topic=envelope.type,
            occurred_at=envelope.timestamp,
            rows=[(source_format, bytes(envelope.data))],
        )


def _check_source(told: Any) -> None:
    """A record of another source would be carried out in that other shop."""
    record = told.get("data") if isinstance(told, dict) else None
    if isinstance(record, dict) and record.get("source", OURS) != OURS:
        reason = f"is the source of another connection: leave it out, or write {OURS}"
        raise RowRefused(RefusalCode.OTHER_SOURCE, "$.data.source", reason)


def _envelope(body: bytes) -> Envelope:
    told = decode(body)  # refuses what could be read in two ways
    _check_source(told)
    try:
        return msgspec.json.decode(body, type=Envelope)
    except msgspec.DecodeError as problem:
        raise RowRefused(RefusalCode.INVALID, "$", f"is no webhook: {problem}") from problem
