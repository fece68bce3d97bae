"""What a demo shop sends by itself: a signed webhook for each order or parcel that changed."""

import json
import logging
from datetime import datetime
from threading import Thread
from urllib.error import URLError
from urllib.request import Request, urlopen
from uuid import uuid4

import msgspec
from django.utils.timezone import now
from msgspec import Struct
from standardwebhooks.webhooks import Webhook

from shopops.agents.records import Order, Tracker
from shopops.demo.shop.models import Shop

logger = logging.getLogger(__name__)
PATIENCE = 20.0  # seconds


class NotTaken(Exception):
    """ShopOps did not take it; the text is why."""


class Signed(Struct, frozen=True):
    headers: dict[str, str]
    body: bytes


def tell(shop: Shop, *records: Order | Tracker) -> list[str]:
    """What became of each, in ShopOps' word. Raises `NotTaken`."""
    if not shop.inbox_url:
        raise NotTaken("this shop is not connected")
    return [_post(shop.inbox_url, signed(shop, one)) for one in records]


def tell_later(shop: Shop, *records: Order | Tracker) -> None:
    """So that whoever asked has the answer first. What is lost here is read when it is needed."""
    Thread(target=_tell_quietly, args=(shop, records), daemon=True).start()


def signed(shop: Shop, record: Order | Tracker, at: datetime | None = None) -> Signed:
    at, name = at or now(), f"msg_{uuid4().hex}"
    kind = "order.updated" if isinstance(record, Order) else "tracker.updated"
    data = msgspec.Raw(msgspec.json.encode(record))
    body = msgspec.json.encode({"type": kind, "timestamp": at, "data": data})
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(shop.secret_in).sign(name, at, body.decode()),
    }
    return Signed(headers, body)


def _post(url: str, message: Signed) -> str:
    try:
        request = Request(url, data=message.body, headers=message.headers, method="POST")  # noqa: S310  our own
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            said = json.load(answer)
    except (URLError, OSError, ValueError) as problem:
        raise NotTaken(str(problem)) from problem
    if said.get("outcome") == "refused":
        raise NotTaken(str(said.get("reason", "")))
    return str(said.get("outcome", ""))


def _tell_quietly(shop: Shop, records: tuple[Order | Tracker, ...]) -> None:
    try:
        tell(shop, *records)
    except NotTaken:
        logger.warning("a demo shop's webhook was not taken", exc_info=True)
