"""Orders that a source tells in pieces: the order here, its refunds and transactions elsewhere.

What was received about one order is kept as one document, `{"order": ..., "refunds": [...]}`,
each piece byte for byte as it came. A piece in its own list was received after the order and so
wins over the object of the same id inside the order, until a newer order speaks of it again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.strict_json import decode

ORDER = "order"


@dataclass(frozen=True, slots=True)
class Located:
    """What one row speaks of. `member` is the wrapper around it in the row, if there is one."""

    kind: str  # ORDER, or the list that the piece belongs into
    order_id: str
    node: Node
    member: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """How a format cuts its orders. `told_again`: kinds that a newer order tells in full."""

    locate: Callable[[object], Located]
    updated_at: str
    told_again: tuple[str, ...] = ()


@dataclass(slots=True)
class Composition:
    layout: Layout
    order: bytes = b""
    pieces: dict[str, dict[str, bytes]] = field(default_factory=dict)

    @classmethod
    def load(cls, layout: Layout, document: bytes) -> Self:
        parts = msgspec.json.decode(document, type=dict[str, msgspec.Raw])
        order = bytes(parts.pop(ORDER))
        pieces = {
            kind: {_id(bytes(raw)): bytes(raw) for raw in _raw_items(parts[kind])} for kind in parts
        }
        return cls(layout, order, pieces)

    def dump(self) -> bytes:
        parts = [b'"order":' + self.order]
        for kind, held in sorted(self.pieces.items()):
            if held:
                parts.append(b'"%s":[%s]' % (kind.encode(), b",".join(held.values())))
        return b"{" + b",".join(parts) + b"}"

    def add(self, located: Located, raw: bytes) -> bool:
        """Take the piece in. False: what is held is newer by the source's own time."""
        body = raw if located.member is None else _member(raw, located.member)
        if located.kind == ORDER:
            return self._add_order(located.node.value, body)
        return self._add_piece(located, body)

    def _add_order(self, value: Any, body: bytes) -> bool:
        if self.order and self._newer(decode(self.order), value):
            return False
        self.order = body
        for kind in self.layout.told_again:
            for told in Node(value, "$").get(kind).items():
                held = self.pieces.get(kind, {}).get(told.get("id").id())
                if held is not None and not self._newer(decode(held), told.value):
                    del self.pieces[kind][told.get("id").id()]
        return True

    def _add_piece(self, located: Located, body: bytes) -> bool:
        piece_id = located.node.get("id").id()
        held = self.pieces.setdefault(located.kind, {})
        current = decode(held[piece_id]) if piece_id in held else self._told(located.kind, piece_id)
        if current is not None and self._newer(current, located.node.value):
            return False
        held[piece_id] = body
        return True

    def _told(self, kind: str, piece_id: str) -> Any:
        """The object of that id inside the order itself."""
        for told in Node(decode(self.order), "$").get(kind).items():
            if told.get("id").id() == piece_id:
                return told.value
        return None

    def _newer(self, held: Any, other: Any) -> bool:
        mine, theirs = self._time(held), self._time(other)
        return mine is not None and theirs is not None and mine > theirs

    def _time(self, value: Any) -> datetime | None:
        return Node(value, "$").get(self.layout.updated_at).utc()


def objects(document: Node, kind: str) -> list[Node]:
    """The objects of one kind of a composed document, each once, the one received last."""
    own = {node.get("id").id(): node for node in document.get(kind).items()}
    told = document.require(ORDER).get(kind).items()
    return [node for node in told if node.get("id").id() not in own] + list(own.values())


def _raw_items(raw: msgspec.Raw) -> list[msgspec.Raw]:
    return msgspec.json.decode(raw, type=list[msgspec.Raw])


def _member(raw: bytes, name: str) -> bytes:
    return bytes(msgspec.json.decode(raw, type=dict[str, msgspec.Raw])[name])


def _id(raw: bytes) -> str:
    return Node(decode(raw), "$").get("id").id()
