"""All notes on an order: the metafields of our own namespace, page by page."""

from shopops.connectors.ports import Noted
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify.dialect import Told as View
from shopops.connectors.shopify.notes import key_of
from shopops.connectors.strict_json import decode

MOST_PAGES = 20
NAME = "ShopOpsNotesOfOrder"
QUERY = f"""
query {NAME}($id: ID!, $namespace: String!, $after: String) {{
  order(id: $id) {{
    id
    metafields(namespace: $namespace, first: 25, after: $after) {{
      nodes {{ id key value }}
      pageInfo {{ hasNextPage endCursor }}
    }}
  }}
}}
"""


def read(metafield: View) -> Noted:
    """One that was moved to another key, or written over by hand, goes by the key it has."""
    key = metafield.require("key").text() or ""
    code, said = _content(metafield.get("value").text() or "")
    ours = code if code and key_of(code) == key else key
    return Noted(remote_id=metafield.require("id").id(), code=ours, said=said)


def _content(value: str) -> tuple[str, dict[str, str]]:
    try:
        told = decode(value.encode())
    except RowRefused:
        return "", {}
    if not isinstance(told, dict) or not isinstance(told.get("said"), dict):
        return "", {}
    said = {str(name): str(text) for name, text in told["said"].items()}
    return str(told.get("code") or ""), said
