"""What our key leaves in a shop, and how it is found there again.

A name that begins with _ keeps it out of the lists of own fields that people edit in the shop.
"""

from typing import Any

from shopops.connectors.members import Node

KEY = "_shopops_key"
CAUSE = "_shopops_cause"
REPLACES = "_shopops_replaces"

LONG_ENOUGH = 12  # digits of a key, within one order


def marks(**said: str) -> list[dict[str, Any]]:
    return [{"key": name, "value": value} for name, value in said.items()]


def reference(key: str) -> str:
    """What a person, also the customer, may see of a key."""
    return key[:LONG_ENOUGH]


def is_marked(thing: Node, key: str) -> bool:
    return any(
        mark.get("key").value == KEY and mark.get("value").value == key
        for mark in thing.get("meta_data").items()
    )
