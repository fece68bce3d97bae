"""Filling a record from a payload while noting where each member was read."""

from collections.abc import Callable, Iterable
from typing import Any

from shopops.connectors.members import Node

# What a source's order may well not tell; the evidence that it does not is the order as a whole.
OFTEN_ABSENT = (
    "customer.id",
    "customer.email",
    "customer.language",
    "customer",
    "customer.credit_consent",
    "customer.opted_out",
    "customer.preferred_channel",
    "ship_to",
    "ship_from_country",
    "claims",
    "chargebacks",
    "refunds",
    "shipments",
    "transactions",
)


class Sourced:
    """`values` as the record wants them; `paths` by member of the record.

    A member that the source does not have is left out; `absent` names those whose path is then
    the whole object's.
    """

    def __init__(self, whole: Node, absent: Iterable[str] = ()) -> None:
        self.values: dict[str, Any] = {}
        self.paths: dict[str, str] = dict.fromkeys(absent, whole.path)

    def put(self, member: str, node: Node, value: Any) -> None:
        """Set a member; a dot leads into an object, which is made when the first value comes."""
        self.paths[member] = node.path
        target = self.values
        *parents, name = member.split(".")
        for parent in parents:
            target = target.setdefault(parent, {})
        target[name] = value

    def put_text(self, member: str, node: Node) -> bool:
        """Set a member from a string; null and "" leave it out."""
        text = node.text()
        if text is None:
            self.paths[member] = node.path
            return False
        self.put(member, node, text)
        return True

    def first(self, member: str, *nodes: Node) -> None:
        """Set a member from the first of several places that has it."""
        any(self.put_text(member, node) for node in nodes)

    def joined(self, member: str, parent: Node, names: Iterable[str]) -> None:
        """Set a member from several strings of one object, such as first and last name."""
        parts = [parent.get(name).text() for name in names]
        if any(parts):
            self.put(member, parent, " ".join(part for part in parts if part))

    def put_list(
        self, member: str, whole: Node, nodes: Iterable[Node], read: Callable[[Node], Any]
    ) -> None:
        """Set a list; `lines[0]` gets the path of the object it was read from."""
        items = list(nodes)
        self.put(member, whole, [read(node) for node in items])
        for index, node in enumerate(items):
            self.paths[f"{member}[{index}]"] = node.path
