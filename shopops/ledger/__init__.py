"""The append-only ledger. This module is its only door; nobody else may import its models."""

from shopops.ledger.append import append
from shopops.ledger.event import Appended, Entry, Json, NewEvent
from shopops.ledger.kinds import ActorType, EventKind
from shopops.ledger.read import (
    body_at,
    entries_of_items,
    every_item,
    newest_executed,
    timeline,
)

__all__ = [
    "ActorType",
    "Appended",
    "Entry",
    "EventKind",
    "Json",
    "NewEvent",
    "append",
    "body_at",
    "entries_of_items",
    "every_item",
    "newest_executed",
    "timeline",
]
