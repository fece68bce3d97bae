"""Reading one order with its refunds, and trying the connection."""

from collections.abc import Mapping
from html import unescape

import msgspec

from shopops.connectors.http import Exchange
from shopops.connectors.members import Node
from shopops.connectors.ports import (
    CannotRead,
    Fetched,
    Noted,
    Refused,
    Request,
    Tested,
    Unknown,
)
from shopops.connectors.refusals import RowRefused
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce import notes
from shopops.connectors.woocommerce.answers import refusal
from shopops.connectors.woocommerce.client import Client, NotRead
from shopops.connectors.woocommerce.format import ORDERS
from shopops.connectors.woocommerce.paths import of_order

WRITE = "Write"


class Index(msgspec.Struct, frozen=True):
    name: str = ""


class WooCommerceReader:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self._client = Client(settings)

    def order(self, order_id: str) -> Fetched:
        """The order first: a refund that is made meanwhile is then in the list of refunds."""
        try:
            order = self._client.one(of_order(order_id))
            refunds = self._client.pages(of_order(order_id, "refunds"))
        except NotRead as problem:
            raise CannotRead.after(problem.answer) from problem
        return Fetched(source_format=ORDERS, rows=[order, *refunds])

    def notes(self, order_id: str) -> list[Noted]:
        """The shop gives all of them at once."""
        try:
            items = self._client.items(of_order(order_id, "notes"), {"_fields": notes.FIELDS})
            read = [notes.read(Node(decode(item), "$")) for item in items]
        except NotRead as problem:
            raise CannotRead.after(problem.answer) from problem
        except RowRefused as refused:
            raise CannotRead("unreadable_answer", str(refused)) from refused
        return [one for one in read if one is not None]

    def test(self) -> Tested:
        """Reads one order, and writes a batch of nothing, which only a key that may write can."""
        try:
            self._client.items("/orders", {"per_page": "1", "_fields": "id"})
        except NotRead as problem:
            return Tested(works=False, says=problem.answer.detail)
        connected = f"Connected to {self._name()}."
        answer = self._write_nothing()
        if not isinstance(answer, Exchange):
            says = f"{connected} Whether the key may write could not be found out: {answer.detail}"
            return Tested(works=True, says=says)
        if answer.status == 200:
            return Tested(works=True, says=f"{connected} The key may read and write.")
        denied = refusal(answer, writes=True, now=self._client.now()).detail
        says = f"{connected} The key may read, not write. {denied}"
        return Tested(works=True, says=says, lacking=[WRITE])

    def _name(self) -> str:
        """Some sites tell it to nobody."""
        try:
            name = msgspec.json.decode(self._client.index(), type=Index).name
        except (NotRead, msgspec.DecodeError, UnicodeDecodeError):
            name = ""
        return unescape(name) or "the shop"

    def _write_nothing(self) -> Exchange | Refused | Unknown:
        url = self._client.site.url("/orders/batch")
        headers = {"content-type": "application/json"}
        return self._client.send(Request(method="POST", url=url, headers=headers, body=b"{}"))
