"""Shopify's REST objects: orders, and the four kinds of object that belong to one."""

from shopops.connectors.members import Node
from shopops.connectors.pieces import ORDER, Layout, Located
from shopops.connectors.refusals import RefusalCode, RowRefused

# By the name of the object: the list it belongs into, and a member that only it has.
KINDS = {
    "refund": ("refunds", "refund_line_items"),
    "transaction": ("transactions", "gateway"),
    "fulfillment": ("fulfillments", "tracking_number"),
    "dispute": ("disputes", "evidence_due_by"),
}
LISTS = ("orders", "refunds", "transactions", "fulfillments", "disputes")


def locate(payload: object) -> Located:
    """The object of one row, bare or as the API wraps it: {"refund": {...}}."""
    row = Node(payload, "$")
    if not isinstance(payload, dict):
        raise row.refused(RefusalCode.WRONG_TYPE, "is not an object")
    for name in (ORDER, *KINDS):
        if list(payload) == [name]:
            return _located(row.get(name), name, member=name)
    return _located(row, _kind(row), member=None)


def _kind(row: Node) -> str:
    if row.has("id") and not row.has("order_id"):
        return ORDER
    for name, (_, member) in KINDS.items():
        if row.has(member):
            return name
    raise row.refused(RefusalCode.INVALID, f"is neither an order nor one of {', '.join(KINDS)}")


def _located(node: Node, name: str, *, member: str | None) -> Located:
    if name == ORDER:
        return Located(ORDER, node.require("id").id(), node, member)
    node.require("id").id()
    kind, _ = KINDS[name]
    return Located(kind, _order_id(node), node, member)


def _order_id(node: Node) -> str:
    try:
        return node.require("order_id").id()
    except RowRefused as refused:
        raise RowRefused(refused.code, refused.path, "names no order") from None


PIECES = Layout(
    locate=locate,
    updated_at="updated_at",
    told_again=("refunds", "transactions", "fulfillments"),
)
