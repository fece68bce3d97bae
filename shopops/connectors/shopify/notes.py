"""A note on an order: one metafield for each code, in a namespace of our own.

Setting it again with the same content changes nothing, and the order itself tells what it holds.
"""

import re
from hashlib import sha256
from typing import Any

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.ports import Absent, Done, NoteAsk, Unknown
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify import outcomes
from shopops.connectors.shopify.dialect import Told as View
from shopops.connectors.shopify.looked_up import order_in
from shopops.connectors.shopify.outcomes import Outcome
from shopops.connectors.strict_json import decode

NAMESPACE = "shopops"
NAME = "ShopOpsNote"
MEMBER = "metafieldsSet"
DOCUMENT = f"""
mutation {NAME}($metafields: [MetafieldsSetInput!]!) {{
  {MEMBER}(metafields: $metafields) {{
    metafields {{ id updatedAt }}
    userErrors {{ field message code }}
  }}
}}
"""

LOOK_NAME = "ShopOpsNotes"
LOOK = f"""
query {LOOK_NAME}($id: ID!, $namespace: String!, $key: String!) {{
  order(id: $id) {{ id metafield(namespace: $namespace, key: $key) {{ id value updatedAt }} }}
}}
"""

_KEY = re.compile(r"[A-Za-z0-9_-]{2,64}")


def variables(ask: NoteAsk) -> dict[str, Any]:
    value = {"key": ask.key, "code": ask.code, "said": ask.said}
    metafield = {
        "ownerId": _order(ask),
        "namespace": NAMESPACE,
        "key": key_of(ask.code),
        "type": "json",
        "value": msgspec.json.encode(value).decode(),
    }
    return {"metafields": [metafield]}


def look_variables(ask: NoteAsk) -> dict[str, Any]:
    return {"id": _order(ask), "namespace": NAMESPACE, "key": key_of(ask.code)}


def key_of(code: str) -> str:
    """A code that is no key as it stands goes by its hash."""
    return code if _KEY.fullmatch(code) else f"code-{sha256(code.encode()).hexdigest()[:32]}"


def done(payload: View) -> Outcome:
    written = list(payload.require("metafields").items())
    if len(written) != 1:
        return Unknown(code="unreadable_answer", detail="Shopify does not say which it wrote.")
    return outcomes.done(written[0], "updatedAt")


def found(data: Node, ask: NoteAsk) -> Done | Absent | Unknown:
    order = order_in(data, ask)
    if isinstance(order, Unknown):
        return order
    held = order.get("metafield")
    return (
        outcomes.done(held, "updatedAt")
        if held.value is not None and _is_ours(held, ask)
        else Absent()
    )


def _is_ours(held: View, ask: NoteAsk) -> bool:
    try:
        value = decode((held.get("value").text() or "").encode())
    except RowRefused:
        return False  # somebody wrote over it by hand
    return isinstance(value, dict) and value.get("key") == ask.key


def _order(ask: NoteAsk) -> str:
    return f"gid://shopify/Order/{ask.order_id}"
