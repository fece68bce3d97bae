"""The append-only ledger. This module is its only door; nobody else may import its models."""

from shopops.ledger.append import append
from shopops.ledger.event import Appended, Entry, Json, NewEvent
from shopops.ledger.kinds import ActorType, EventKind
from shopops.ledger.read import entries_of_items, every_item, timeline

__all__ = [
    "ActorType",
    "Appended",
    "Entry",
    "EventKind",
    "Json",
    "NewEvent",
    "append",
    "entries_of_items",
    "every_item",
    "timeline",
]
