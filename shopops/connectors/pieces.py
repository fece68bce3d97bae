"""Orders that a source tells in pieces: the order here, its refunds and transactions elsewhere.

What was received about one order is kept as one document, `{"order": ..., "refunds": [...]}`,
each piece byte for byte as it came. A piece in its own list was received after the order and so
wins over the object of the same id inside the order, until a newer order speaks of it again.

A source may tell its orders in two dialects, such as one for its webhooks and one for its answers.
The first that came stays the order; the newest in another stands beside it, in a list of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.strict_json import decode

ORDER = "order"
OTHERWISE = "otherwise"  # the list of orders in another dialect than that of `ORDER`


@dataclass(frozen=True, slots=True)
class Located:
    """What one row speaks of. `member` is the wrapper around it in the row, if there is one."""

    kind: str  # ORDER, or the list that the piece belongs into
    order_id: str
    node: Node
    member: str | None = None


def _whole(value: Any) -> Node:
    return Node(value, "$")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a format cuts its orders. `told_again`: kinds that a newer order tells in full.
    `view`: how a value is read; each dialect has a class of nodes of its own. `born_with`: a
    member that an order gets once at random, where two shops may give orders the same id."""

    locate: Callable[[object], Located]
    updated_at: str
    told_again: tuple[str, ...] = ()
    view: Callable[[Any], Node] = _whole
    born_with: str = ""


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
            kind: {_id(layout, bytes(raw)): bytes(raw) for raw in _raw_items(parts[kind])}
            for kind in parts
        }
        return cls(layout, order, pieces)

    def dump(self) -> bytes:
        parts = [b'"order":' + self.order]
        for kind, held in sorted(self.pieces.items()):
            if held:
                parts.append(b'"%s":[%s]' % (kind.encode(), b",".join(held.values())))
        return b"{" + b",".join(parts) + b"}"

    def add(self, located: Located, raw: bytes) -> bool:
        """Take the piece in. False: what is held is newer by the source's own time. Raises
        `RowRefused` for another shop's order of the same id."""
        body = raw if located.member is None else _member(raw, located.member)
        if located.kind != ORDER:
            return self._add_piece(located, body)
        if self.order and type(located.node) is not type(self._view(self.order)):
            return self._add_piece(replace(located, kind=OTHERWISE), body)
        return self._add_order(located.node, body)

    def _add_order(self, order: Node, body: bytes) -> bool:
        self._refuse_another(order)
        if self.order and self._newer(self._view(self.order), order):
            return False
        self.order = body
        for kind in self.layout.told_again:
            for told in order.get(kind).items():
                held = self.pieces.get(kind, {}).get(told.get("id").id())
                if held is not None and not self._newer(self._view(held), told):
                    del self.pieces[kind][told.get("id").id()]
        return True

    def _refuse_another(self, order: Node) -> None:
        """Where one of both does not tell what it was born with, the id alone counts."""
        name = self.layout.born_with
        if not name or not self.order:
            return
        held, told = self._view(self.order).get(name), order.get(name)
        if held.value and told.value and held.value != told.value:
            reason = "is another order's: another shop gives this id too, and its order is here"
            raise told.refused(RefusalCode.OTHER_ORDER, reason)

    def _add_piece(self, located: Located, body: bytes) -> bool:
        piece_id = located.node.get("id").id()
        held = self.pieces.setdefault(located.kind, {})
        told = (
            self._view(held[piece_id]) if piece_id in held else self._told(located.kind, piece_id)
        )
        if told is not None and self._newer(told, located.node):
            return False
        held[piece_id] = body
        return True

    def _told(self, kind: str, piece_id: str) -> Node | None:
        """The object of that id inside the order itself."""
        for told in self._view(self.order).get(kind).items():
            if told.get("id").id() == piece_id:
                return told
        return None

    def _newer(self, held: Node, other: Node) -> bool:
        mine, theirs = self._time(held), self._time(other)
        return mine is not None and theirs is not None and mine > theirs

    def _time(self, node: Node) -> datetime | None:
        return node.get(self.layout.updated_at).utc()

    def _view(self, raw: bytes) -> Node:
        return self.layout.view(decode(raw))


def objects(document: Node, kind: str) -> list[Node]:
    """The objects of one kind of a composed document, each once, the one received last."""
    own = {node.get("id").id(): node for node in document.get(kind).items()}
    told = document.require(ORDER).get(kind).items()
    return [node for node in told if node.get("id").id() not in own] + list(own.values())


def _raw_items(raw: msgspec.Raw) -> list[msgspec.Raw]:
    return msgspec.json.decode(raw, type=list[msgspec.Raw])


def _member(raw: bytes, name: str) -> bytes:
    return bytes(msgspec.json.decode(raw, type=dict[str, msgspec.Raw])[name])


def _id(layout: Layout, raw: bytes) -> str:
    return layout.view(decode(raw)).get("id").id()
