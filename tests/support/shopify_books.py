"""What the Shopify double keeps: orders, customers' credit, drafts, metafields, and on the disk a
log of everything that was done."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from itertools import count
from pathlib import Path
from threading import RLock
from typing import Any

from graphql import GraphQLError

from tests.support.shopify_telling import Json, Telling, connection, gid, money

SETTLED = ("success", "pending")


def real_time() -> datetime:
    return datetime.now(UTC)


def tail(name: str) -> str:
    return name.rpartition("/")[2]


@dataclass
class Books:
    """`indexed`: whether search knows what was made since. `refund_status`: of the transactions of
    new refunds, as the payment provider answers."""

    log: Path
    orders: dict[str, Json] = field(default_factory=dict)
    transactions: dict[str, list[Json]] = field(default_factory=dict)
    disputes: dict[str, list[Json]] = field(default_factory=dict)
    made: list[Json] = field(default_factory=list)
    drafts: list[Json] = field(default_factory=list)
    metafields: dict[tuple[str, str, str], Json] = field(default_factory=dict)
    credits: dict[str, list[Json]] = field(default_factory=dict)
    keys: dict[str, tuple[str, Json]] = field(default_factory=dict)
    indexed: bool = True
    refund_status: str = "success"
    clock: Callable[[], datetime] = real_time
    lock: RLock = field(default_factory=RLock)
    _numbers: Iterator[int] = field(default_factory=lambda: count(9_000_001))

    def put(self, order: Json, *transactions: Json, disputes: tuple[Json, ...] = ()) -> None:
        """In the shape of REST."""
        name = str(order["id"])
        self.orders[name] = order
        self.transactions[name] = [*transactions]
        self.disputes[name] = [*disputes]

    def effects(self, what: str | None = None) -> list[Json]:
        if not self.log.exists():
            return []
        lines = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [line for line in lines if what in (None, line["what"])]

    def done(self, what: str, **told: Any) -> None:
        with self.log.open("a") as log:
            log.write(json.dumps({"what": what, **told}) + "\n")
            log.flush()
            os.fsync(log.fileno())

    def now(self) -> str:
        return self.clock().strftime("%Y-%m-%dT%H:%M:%SZ")

    def number(self) -> int:
        return next(self._numbers)

    # -- queries

    def order(self, owner: str) -> Json | None:
        name = tail(owner)
        if name not in self.orders:
            return None
        return {
            **self.told(name),
            "metafield": lambda **which: self._metafield(owner, which),
            "metafields": lambda namespace, **page: self._metafields(owner, namespace, page),
        }

    def told(self, name: str) -> Json:
        return Telling(self.orders[name], self.transactions[name], self.disputes[name]).told()

    def parcel(self, name: str) -> Json | None:
        told = [self.order(order) for order in self.orders]
        parcels = [one for order in told if order for one in order["fulfillments"]()]
        return next((one for one in parcels if one["id"] == name), None)

    def found(self, *, query: str | None = None, **asked: Any) -> Json:
        """Orders: those that changed since, or those that were made here."""
        if not (query or "").startswith("updated_at:>='"):
            return self.listed(self.made)(query=query, **asked)
        since = (query or "").removeprefix("updated_at:>='").removesuffix("'")
        told = sorted(map(self.told, self.orders), key=lambda one: str(one["updatedAt"]))
        found = [one for one in told if one["updatedAt"] >= since]
        return connection(found)(**asked)

    def listed(self, kept: list[Json]) -> Callable[..., Json]:
        def page(*, query: str | None = None, **asked: Any) -> Json:
            if query is None:
                return connection(kept)(**asked)
            wanted = query.removeprefix("tag:'").removesuffix("'")
            found = [one for one in kept if self.indexed and wanted in one["tags"]]
            return connection(found)(**asked)

        return page

    def customer(self, owner: str) -> Json:
        accounts: dict[str, list[Json]] = {}
        for credit in self.credits.get(owner, []):
            accounts.setdefault(credit["amount"]["currencyCode"], []).append(credit)
        nodes = [
            {"id": gid("StoreCreditAccount", currency), "transactions": connection(found)}
            for currency, found in accounts.items()
        ]
        return {"id": owner, "storeCreditAccounts": connection(nodes)}

    def _metafield(self, owner: str, which: Json) -> Json | None:
        return self.metafields.get((owner, which["namespace"], which["key"]))

    def _metafields(self, owner: str, namespace: str, page: Json) -> Json:
        places = [place for place in self.metafields if place[:2] == (owner, namespace)]
        return connection([self.metafields[place] for place in places])(**page)

    # -- mutations

    def refund(self, key: str | None, told: Json) -> Json:
        if key is None:
            raise GraphQLError("The @idempotent directive is required for this mutation.")
        said = json.dumps(told, sort_keys=True)
        if key in self.keys:
            known, answer = self.keys[key]
            return answer if known == said else refused(MISMATCH)
        problem = self._problem(told)
        if problem:
            return refused(problem)
        (moved,) = told["transactions"]
        refund = self._refunded(told, moved)
        self.done("refund", order=tail(told["orderId"]), amount=moved["amount"], note=told["note"])
        order = self.order(told["orderId"])
        assert order is not None
        told_again = next(
            one for one in order["refunds"]() if one["id"] == gid("Refund", refund["id"])
        )
        answer = {"refund": told_again, "userErrors": []}
        self.keys[key] = (said, answer)
        return answer

    def _refunded(self, told: Json, moved: Json) -> Json:
        transaction = {
            "id": self.number(),
            "kind": "refund",
            "status": self.refund_status,
            "amount": moved["amount"],
            "currency": told["currency"],
            "gateway": moved["gateway"],
            "parent_id": tail(moved["parentId"]),
            "created_at": self.now(),
        }
        refund = {
            "id": self.number(),
            "note": told["note"],
            "created_at": self.now(),
            "transactions": [transaction],
        }
        order = self.orders[tail(told["orderId"])]
        order.setdefault("refunds", []).append(refund)
        order["updated_at"] = self.now()
        return refund

    def _problem(self, told: Json) -> str:
        name = tail(told["orderId"])
        order = self.orders.get(name)
        if order is None:
            return "Order does not exist"
        (moved,) = told["transactions"]
        paid = {str(one["id"]): one for one in self.transactions[name]}
        parent = paid.get(tail(moved["parentId"]))
        if parent is None or parent["kind"] not in ("sale", "capture"):
            return "Transactions parent is invalid"
        if parent["gateway"] != moved["gateway"]:
            return "Transactions gateway does not match that of the parent"
        if told["currency"] != (order.get("presentment_currency") or order["currency"]):
            return "Currency must be the presentment currency of the order"
        if Decimal(moved["amount"]) > self._left(order, parent):
            return "Refund amount cannot be greater than the amount that is left"
        return ""

    def _left(self, order: Json, parent: Json) -> Decimal:
        back = [
            Decimal(one["amount"])
            for refund in order.get("refunds", [])
            for one in refund["transactions"]
            if str(one.get("parent_id")) == str(parent["id"]) and one["status"] in SETTLED
        ]
        return Decimal(parent["amount"]) - sum(back)

    def make_order(self, told: Json) -> Json:
        made = self._made("Order", told)
        self.made.append(made)
        self.done("order", id=made["id"], lines=told["lineItems"], tags=told["tags"])
        return {"order": made, "userErrors": []}

    def make_draft(self, told: Json) -> Json:
        made = self._made("DraftOrder", told)
        self.drafts.append(made)
        self.done("draft", id=made["id"], lines=told["lineItems"], tags=told["tags"])
        return {"draftOrder": made, "userErrors": []}

    def _made(self, kind: str, told: Json) -> Json:
        number = self.number()
        kept = {name: told.get(name) for name in ("tags", "customAttributes")}
        return {"id": gid(kind, number), "name": f"#{number}", "createdAt": self.now(), **kept}

    def credit(self, owner: str, told: Json) -> Json:
        amount = told["creditAmount"]
        made = {
            "__typename": "StoreCreditAccountCreditTransaction",
            "id": gid("StoreCreditAccountCreditTransaction", self.number()),
            "createdAt": self.now(),
            "amount": money(amount["amount"], amount["currencyCode"]),
        }
        self.credits.setdefault(owner, []).append(made)
        self.done("credit", customer=tail(owner), amount=amount["amount"])
        return {"storeCreditAccountTransaction": made, "userErrors": []}

    def set_metafields(self, told: list[Json]) -> Json:
        """The same value again is no effect."""
        written = []
        for one in told:
            place = (one["ownerId"], one["namespace"], one["key"])
            held = self.metafields.get(place)
            if held is None or held["value"] != one["value"]:
                name = held["id"] if held else gid("Metafield", self.number())
                held = {**one, "id": name, "updatedAt": self.now()}
                self.metafields[place] = held
                self.done("note", order=tail(one["ownerId"]), key=one["key"])
            written.append(held)
        return {"metafields": written, "userErrors": []}


MISMATCH = "The same idempotency key cannot be used with different operation parameters."


def refused(message: str, **more: Any) -> Json:
    return {"userErrors": [{"field": ["input"], "message": message, **more}]}
