"""What a shop with its own system keeps: its orders, and a log on disk of what was done in it.

A line is on the disk before anybody is answered, so that whoever counts effects counts here.
"""

import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

Json = dict[str, Any]
MEMBERS = {
    "refund.create": {"order_id", "order_number", "transaction_id", "amount", "reason"},
    "replacement.create": {"order_id", "order_number", "lines", "reason"},
    "credit.create": {"order_id", "order_number", "customer_id", "amount", "reason"},
    "note.create": {"order_id", "order_number", "code", "lines"},
}


class Declined(Exception):
    """The shop does not do it, for a reason with a code."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


@dataclass
class Books:
    """`honours_keys`: does nothing twice for one key. One that does not shows each call that a
    caller should have looked up first."""

    log: Path
    orders: dict[str, Json] = field(default_factory=dict)
    honours_keys: bool = True
    lock: RLock = field(default_factory=RLock)
    by_hand: list[Json] = field(default_factory=list)  # notes as somebody of the shop left them
    taken_away: set[str] = field(default_factory=set)  # ids of notes

    def lines(self) -> list[Json]:
        with self.lock:
            text = self.log.read_text() if self.log.exists() else ""
        return [json.loads(line) for line in text.splitlines()]

    def effects(self, kind: str = "") -> list[Json]:
        """What was done, in order; each once however often it was asked for, if keys count."""
        done = [line for line in self.lines() if line["what"] == "done"]
        return [line for line in done if kind in ("", line["type"])]

    def effect(self, key: str) -> Json | None:
        """How it stands with this key."""
        found = [line for line in self.lines() if line["key"] == key and line["what"] != "asked"]
        return found[-1] if found else None

    def ask(self, key: str, kind: str, body: bytes) -> None:
        self._write({"what": "asked", "key": key, "type": kind, "sha256": sha256(body).hexdigest()})

    def do(self, key: str, said: Json, body: bytes, *, later: bool = False) -> Json:
        """The line of what was done; `later`: taken, and done when somebody asks for it."""
        with self.lock:
            held = self.effect(key) if self.honours_keys else None
            digest = sha256(body).hexdigest()
            if held is not None and held["sha256"] != digest:
                raise Declined(409, "key_conflict", "This key came with another content.")
            if held is not None:
                return held
            self._check(said)
            line = {"key": key, "type": said["type"], "sha256": digest, "data": said["data"]}
            if later:
                return self._write({"what": "pending", **line})
            return self._done(line)

    def finish(self, key: str) -> None:
        """What was taken is done now."""
        with self.lock:
            held = self.effect(key)
            if held is not None and held["what"] == "pending":
                self._done({name: held[name] for name in ("key", "type", "sha256", "data")})

    def refund(self, order_id: str, transaction_id: str, amount: Json, refund_id: str) -> None:
        """Also somebody's of the shop, in its own admin."""
        order = self.orders[order_id]
        made = {"id": refund_id, "status": "succeeded", "amount": amount}
        order.setdefault("refunds", []).append({**made, "transaction_id": transaction_id})
        order["updated_at"] = datetime.now(UTC).isoformat()

    def notes_of(self, order_id: str) -> list[Json]:
        """What the order's page shows; somebody's words count for what was written first."""
        written = [
            {"id": one["id"], **{name: one["data"][name] for name in ("code", "lines")}}
            for one in self.effects("note.create")
            if one["data"]["order_id"] == order_id
        ]
        by_hand = [one for one in self.by_hand if one["order"] == order_id]
        by_id = {one["id"]: one for one in [*written, *by_hand]}
        return [one for one in by_id.values() if one["id"] not in self.taken_away]

    def _done(self, line: Json) -> Json:
        number = f"E-{len(self.effects()) + 1}"
        at = datetime.now(UTC).isoformat()
        if line["type"] == "refund.create":
            data = line["data"]
            self.refund(data["order_id"], data["transaction_id"], data["amount"], number)
        return self._write({"what": "done", "id": number, "done_at": at, **line})

    def _write(self, line: Json) -> Json:
        with self.lock, self.log.open("a") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
        return line

    def _check(self, said: Json) -> None:
        data = said["data"]
        if set(data) != MEMBERS[said["type"]]:
            raise Declined(400, "malformed", f"These are not the members: {sorted(data)}.")
        order = self.orders.get(data["order_id"])
        if order is None:
            raise Declined(422, "unknown_order", "There is no such order.")
        if said["type"] == "refund.create":
            _check_refund(order, data)


def _check_refund(order: Json, data: Json) -> None:
    payments = {one["id"]: one["amount"] for one in order.get("transactions", [])}
    paid = payments.get(data["transaction_id"])
    if paid is None or paid["currency"] != data["amount"]["currency"]:
        raise Declined(422, "unknown_payment", "There is no such payment in this currency.")
    back = sum(
        one["amount"]["minor"]
        for one in order.get("refunds", [])
        if one.get("transaction_id") == data["transaction_id"] and one["status"] == "succeeded"
    )
    if back + data["amount"]["minor"] > paid["minor"]:
        raise Declined(422, "too_much", "More than is left of this payment.")
