"""Shopify's REST objects: orders, and the four kinds of object that belong to one."""

from shopops.connectors.members import Node
from shopops.connectors.pieces import ORDER, OTHERWISE, Layout, Located
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.shopify.dialect import shaped

# By the name of the object: the list it belongs into, and a member that only it has.
KINDS = {
    "refund": ("refunds", "refund_line_items"),
    "transaction": ("transactions", "gateway"),
    "fulfillment": ("fulfillments", "tracking_number"),
    "dispute": ("disputes", "evidence_due_by"),
}
LISTS = ("orders", "refunds", "transactions", "fulfillments", "disputes")
UPDATED_AT = "updated_at"

# Of a transaction or a dispute: what still waits for its end.
UNSETTLED = {"pending", "awaiting_response", "unknown", "needs_response", "under_review"}


def locate(payload: object) -> Located:
    """The object of one row, bare or as the API wraps it: {"refund": {...}}."""
    row = Node(payload, "$")
    if not isinstance(payload, dict):
        raise row.refused(RefusalCode.WRONG_TYPE, "is not an object")
    for name in (ORDER, *KINDS):
        if list(payload) == [name]:
            return _located(shaped(row.get(name).value, f"$.{name}"), name, member=name)
    return _located(shaped(payload), _kind(row), member=None)


def orders(document: Node) -> list[Node]:
    """The order of a composed document in each dialect in which it was told, the first first."""
    told = [document.require(ORDER), *document.get(OTHERWISE).items()]
    return [shaped(node.value, node.path) for node in told]


def objects(document: Node, kind: str) -> list[Node]:
    """The objects of one kind, each once. A piece of its own wins over the one inside the order;
    one of the order in another dialect only where it is certainly the later report."""
    first, *others = orders(document)
    own = {node.get("id").id(): node for node in document.get(kind).items()}
    found = {node.get("id").id(): node for node in first.get(kind).items()}
    found = {name: node for name, node in found.items() if name not in own} | own
    for node in (node for order in others for node in order.get(kind).items()):
        known = found.get(node.get("id").id())
        if known is None or _is_later(node, known):
            found[node.get("id").id()] = node
    return list(found.values())


def _is_later(node: Node, known: Node) -> bool:
    mine, theirs = node.get(UPDATED_AT).utc(), known.get(UPDATED_AT).utc()
    if mine is not None and theirs is not None:
        return mine > theirs
    return is_unsettled(known) and not is_unsettled(node)


def is_unsettled(node: Node) -> bool:
    status = node.get("status").value
    return isinstance(status, str) and status.lower() in UNSETTLED


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
    updated_at=UPDATED_AT,
    told_again=("refunds", "transactions", "fulfillments", "disputes"),
    view=shaped,
)
