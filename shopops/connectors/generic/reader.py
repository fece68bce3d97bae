"""One order as the shop's own system has it now, and a test of the connection."""

from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from shopops.connectors.generic import noted
from shopops.connectors.generic.client import Client, refusal_of
from shopops.connectors.http import Answer, Exchange
from shopops.connectors.ports import CannotRead, Fetched, Noted, Tested
from shopops.connectors.readable import readable
from shopops.connectors.reading.rows import ROW_LIMIT
from shopops.connectors.shopops_format.format import ORDERS

PROTOCOL = 1
OFFERS = ("orders", "refunds", "replacements", "credits", "notes")


class Named(Struct, frozen=True):
    id: str


class Introduction(Struct, frozen=True):
    """What the shop's system says of itself at its address."""

    name: str
    protocol: int
    offers: list[str]


class GenericReader:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self._client = Client(settings)

    def order(self, order_id: str) -> Fetched:
        body = _body(self._client.get(f"/orders/{quote(order_id, safe='')}", most_bytes=ROW_LIMIT))
        if _id_of(body) != order_id:
            raise CannotRead("unreadable_answer", "The shop's answer is not this order.")
        return Fetched(source_format=ORDERS, rows=[body])

    def notes(self, order_id: str) -> list[Noted]:
        found: list[Noted] = []
        after = ""
        for _page in range(noted.MOST_PAGES):
            asked = {"order_id": order_id, **({"after": after} if after else {})}
            page, after = noted.page_of(_body(self._client.get(f"/notes?{urlencode(asked)}")))
            found += page
            if not after:
                return found
        raise CannotRead("too_many", "The order has too many notes.")

    def test(self) -> Tested:
        try:
            return _introduced(_body(self._client.get("/")))
        except CannotRead as problem:
            return Tested(works=False, says=str(problem))


def _body(answer: Answer) -> bytes:
    """Raises `CannotRead`."""
    if not isinstance(answer, Exchange):
        raise CannotRead.after(answer)
    if answer.status == HTTPStatus.OK:
        return answer.body
    raise CannotRead.after(refusal_of(answer, now=datetime.now(UTC)))


def _id_of(body: bytes) -> str | None:
    try:
        return msgspec.json.decode(body, type=Named).id
    except (msgspec.DecodeError, RecursionError):
        return None


def _introduced(body: bytes) -> Tested:
    try:
        found = msgspec.json.decode(body, type=Introduction)
    except (msgspec.DecodeError, RecursionError):
        text = "Something answers at this address, but not as the guide to your own system says."
        return Tested(works=False, says=text)
    name = readable(found.name, instead="")[:100] or "The shop"
    if found.protocol != PROTOCOL:
        text = f"{name} speaks version {found.protocol} of the protocol; we speak {PROTOCOL}."
        return Tested(works=False, says=text)
    lacking = [offer for offer in OFFERS if offer not in found.offers]
    return Tested(works=True, says=f"{name} answers.", lacking=lacking)
