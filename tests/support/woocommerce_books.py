"""What a WooCommerce shop keeps, and what it does with a refund, an order and a note, in the order
in which WooCommerce does it. What happened outside of its database (money sent back, an order that
is packed, a note that people read) is a line in a file, on the disk before anybody is answered.
"""

import copy
import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

Json = dict[str, Any]
ZONE = timedelta(hours=-3)  # of the shop


class Gateway(StrEnum):
    """What the payment provider does when it is to send money back."""

    SENDS = "sends"
    DECLINES = "declines"
    CANNOT = "cannot"  # bank transfer, cash: there is nothing to ask


class Died(Exception):
    """The server's process ended in the middle of a request."""


class Declined(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


@dataclass
class WooBooks:
    """`dies_at`: "saved" or "paid", where the process ends while it makes the next refund."""

    log: Path
    address: str = ""
    orders: dict[str, Json] = field(default_factory=dict)
    refunds: dict[str, list[Json]] = field(default_factory=dict)
    notes: dict[str, list[Json]] = field(default_factory=dict)
    gateway: Gateway = Gateway.SENDS
    decimals: int = 2
    dies_at: str = ""
    last_id: int = 1000

    def effects(self) -> list[Json]:
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def put(self, order: Json) -> None:
        """An order that is in the shop, with the links that the shop makes."""
        self.orders[str(order["id"])] = {**copy.deepcopy(order), "_links": self._links(order["id"])}

    def order(self, order_id: str) -> Json:
        if order_id not in self.orders:
            raise Declined(404, "woocommerce_rest_shop_order_invalid_id", "Invalid ID.")
        order = self.orders[order_id]
        short = [
            {"id": one["id"], "reason": one["reason"], "total": f"-{one['amount']}"}
            for one in self.refunds.get(order_id, [])
        ]
        return {**order, "refunds": [*order.get("refunds", []), *short]}

    def refund(self, order_id: str, asked: Json) -> Json:
        order, amount = self.order(order_id), Decimal(asked["amount"])
        gone = sum((Decimal(one["total"]) for one in order["refunds"]), Decimal())
        if not 0 <= amount <= Decimal(order["total"]) + gone:
            raise _not_refunded("Invalid refund amount.")
        made: Json = {
            **self._made(),
            "amount": f"{amount:.{self.decimals}f}",
            "reason": asked.get("reason", ""),
            "refunded_by": 1,
            "refunded_payment": False,
            "meta_data": [],
            "line_items": [],
        }
        made["_links"] = self._links(order_id, "refunds", made["id"])
        self.refunds.setdefault(order_id, []).insert(0, made)
        self._die_at("saved")
        if asked.get("api_refund", True):
            self._send_money(order_id, made)
        made["meta_data"] = self._fields(asked)
        if amount == Decimal(order["total"]) + gone:
            self.orders[order_id]["status"] = "refunded"
        self._touch(order_id)
        return made

    def copy_order(self, asked: Json) -> Json:
        for line in asked["line_items"]:
            if not line.get("product_id"):
                code = "woocommerce_rest_required_product_reference"
                raise Declined(400, code, "Product ID or SKU is required.")
        made: Json = {**self._made(), **copy.deepcopy(asked), "meta_data": self._fields(asked)}
        total = sum((Decimal(line["total"]) for line in asked["line_items"]), Decimal())
        made |= {
            "number": str(made["id"]),
            "order_key": f"wc_order_{made['id']:013x}",
            "total": f"{total:.{self.decimals}f}",
            "total_tax": f"{0:.{self.decimals}f}",
            "date_modified_gmt": made["date_created_gmt"],
            "date_paid_gmt": None,
            "fee_lines": [],
            "refunds": [],
        }
        for number, line in enumerate(made["line_items"], self.last_id + 1):
            line |= {"id": number, "name": f"Product {line['product_id']}"}
        self.last_id += len(made["line_items"])
        self.put(made)
        self._happened("order", str(made["id"]), copies=asked)
        return self.order(str(made["id"]))

    def note(self, order_id: str, asked: Json) -> Json:
        self.order(order_id)
        made = {
            **self._made(),
            "author": "Owner" if asked.get("added_by_user") else "system",
            "note": asked["note"],
            "customer_note": asked.get("customer_note", False),
        }
        made["_links"] = self._links(order_id, "notes", made["id"])
        self.notes.setdefault(order_id, []).insert(0, made)
        self._happened("note", order_id, note=made["note"], customer_note=made["customer_note"])
        return made

    def _send_money(self, order_id: str, refund: Json) -> None:
        if self.gateway is not Gateway.SENDS:
            self.refunds[order_id].remove(refund)
            self._touch(order_id)
            raise _not_refunded(
                "The payment gateway for this order does not support automatic refunds."
                if self.gateway is Gateway.CANNOT
                else "The card was closed."
            )
        self._happened("money", order_id, amount=refund["amount"])
        self._die_at("paid")
        refund["refunded_payment"] = True

    def _die_at(self, step: str) -> None:
        if self.dies_at == step:
            self.dies_at = ""
            raise Died

    def _happened(self, what: str, order_id: str, **more: Any) -> None:
        with self.log.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"what": what, "order": order_id, **more}) + "\n")
            lines.flush()
            os.fsync(lines.fileno())

    def _made(self) -> Json:
        self.last_id += 1
        now = datetime.now(UTC)
        return {
            "id": self.last_id,
            "date_created": written(now + ZONE),
            "date_created_gmt": written(now),
        }

    def _touch(self, order_id: str) -> None:
        self.orders[order_id]["date_modified_gmt"] = written(datetime.now(UTC))

    def _fields(self, asked: Json) -> list[Json]:
        return [{"id": 9000 + place, **one} for place, one in enumerate(asked.get("meta_data", []))]

    def _links(self, order_id: Any, part: str = "", number: Any = "") -> Json:
        orders = f"{self.address}/wp-json/wc/v3/orders"
        if not part:
            own, above = f"{orders}/{order_id}", orders
            return {"self": [{"href": own}], "collection": [{"href": above}]}
        above = f"{orders}/{order_id}"
        return {
            "self": [{"href": f"{above}/{part}/{number}"}],
            "collection": [{"href": f"{above}/{part}"}],
            "up": [{"href": above}],
        }


def written(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S")


def _not_refunded(message: str) -> Declined:
    return Declined(500, "woocommerce_rest_cannot_create_order_refund", message)
