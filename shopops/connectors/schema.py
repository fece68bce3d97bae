"""The published JSON Schemas, made from the records so that they cannot differ from them."""

import json
from typing import Any

import msgspec

from shopops.agents.records import Order, Tracker

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PUBLISHED: dict[str, tuple[str, type[Order] | type[Tracker]]] = {
    "order.schema.json": ("A ShopOps order", Order),
    "tracker.schema.json": ("A ShopOps tracker", Tracker),
}


def schema_text(title: str, record: type[Order] | type[Tracker]) -> str:
    (schema,), components = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    document: dict[str, Any] = {"$schema": DIALECT, "title": title, **schema, "$defs": components}
    return json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
