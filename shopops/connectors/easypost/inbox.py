"""Webhooks of EasyPost: an event for each tracker that is made or changes.

`X-Hmac-Signature` is "hmac-sha256-hex=" and the HMAC-SHA256 over the bytes of the body, with the
webhook's secret in the form NFKD. An event that gets no 2xx is sent again under the same id.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from datetime import datetime

from shopops.connectors.easypost.format import TRACKERS
from shopops.connectors.easypost.settings import SECRET_LABEL, WEBHOOK_SECRET
from shopops.connectors.members import Node
from shopops.connectors.ports import Delivered, NotProven
from shopops.connectors.strict_json import decode

TOPICS = frozenset({"tracker.created", "tracker.updated"})
PREFIX = "hmac-sha256-hex="
LONGEST_TOPIC = 80


def signature(secret: str, body: bytes) -> str:
    key = unicodedata.normalize("NFKD", secret).encode()
    return PREFIX + hmac.new(key, body, hashlib.sha256).hexdigest()


class EasyPostInbox:
    def __init__(self, settings: Mapping[str, str]) -> None:
        """Raises `ValueError` without a secret, which would prove anything."""
        self._secret = settings.get(WEBHOOK_SECRET, "").strip()
        if not self._secret:
            raise ValueError(f"{SECRET_LABEL}: it is missing.")

    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        said = headers.get("x-hmac-signature", "")
        if not hmac.compare_digest(signature(self._secret, body).encode(), said.encode()):
            raise NotProven("The signature is not that of this webhook's secret.")
        event = Node(decode(body), "$")
        topic = event.require("description").text() or ""
        tracker = event.get("result")
        return Delivered(
            delivery_id=event.require("id").id(),
            topic=topic[:LONGEST_TOPIC],
            occurred_at=tracker.get("updated_at").instant() if topic in TOPICS else None,
            rows=[(TRACKERS, body)] if topic in TOPICS else [],
        )
