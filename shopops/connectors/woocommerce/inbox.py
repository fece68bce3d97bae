"""Webhooks of a WooCommerce shop.

Its delivery id is a hash of the webhook's number and of the second: two orders that change within
one second come with the same id. So a delivery is known here by its body too.

A webhook that is saved sends `webhook_id=7` first, without a signature, and wants a 200. Anybody
can send that, so all of them are one delivery.

`order.deleted` holds nothing but the id. It comes when an order is put into the bin, where it can
still be read, and when it is deleted for good.
"""

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime

from shopops.connectors.members import Node
from shopops.connectors.ports import Delivered, NotProven
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce.answers import problem_of
from shopops.connectors.woocommerce.format import ORDERS
from shopops.connectors.woocommerce.settings import LABELS, WEBHOOK_SECRET
from shopops.connectors.woocommerce.signature import proves

DRAFTS = frozenset({"auto-draft", "checkout-draft", "draft", "new"})  # nobody has ordered yet
LONGEST = 64

_PING = re.compile(rb"webhook_id=[0-9]{1,12}")


class WooCommerceInbox:
    def __init__(self, settings: Mapping[str, str]) -> None:
        """Raises `ValueError` without a secret, which would prove anything."""
        self._secret = settings.get(WEBHOOK_SECRET, "").strip()
        if not self._secret:
            raise ValueError(f"{LABELS[WEBHOOK_SECRET]}: it is missing.")

    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        said = headers.get("x-wc-webhook-signature", "")
        if not said and _PING.fullmatch(body.strip()):
            return Delivered(delivery_id="ping", topic="ping", proven=False)
        if not proves(self._secret, body, said):
            raise NotProven("The signature is not that of this webhook's secret.")
        topic = headers.get("x-wc-webhook-topic", "")[:LONGEST]
        delivery_id = _name(headers, body)
        if not topic.startswith("order."):
            return Delivered(delivery_id=delivery_id, topic=topic)
        order = _order(body)
        if topic == "order.deleted":
            return Delivered(delivery_id=delivery_id, topic=topic, left=[order.get("id").id()])
        return Delivered(
            delivery_id=delivery_id,
            topic=topic,
            occurred_at=order.get("date_modified_gmt").utc(),
            rows=[] if order.get("status").value in DRAFTS else [(ORDERS, body)],
        )


def _name(headers: Mapping[str, str], body: bytes) -> str:
    said = [headers.get(f"x-wc-webhook-{name}", "")[:LONGEST] for name in ("id", "delivery-id")]
    return ":".join([*said, hashlib.sha256(body).hexdigest()[:32]])


def _order(body: bytes) -> Node:
    """The order itself, or why there is none."""
    found = Node(decode(body), "$")
    if found.get("order").value is not None:
        reason = "is in the form of the old interface: set the webhook's API version to v3"
        raise found.get("order").refused(RefusalCode.INVALID, reason)
    if found.get("id").value is None and problem_of(body).code:
        reason = (
            "is an error in place of an order: the person who saved the webhook may not read "
            f"orders. It says: {problem_of(body).message}"
        )
        raise found.refused(RefusalCode.INVALID, reason)
    found.require("id").id()
    return found
