"""The tables of the review room."""

from shopops.review.models.decisions import (
    FINAL,
    Decision,
    DecisionHandle,
    DecisionKind,
    Outcome,
    ReviewNote,
    new_salt,
)
from shopops.review.models.queue import Claim, QueueEntry, SavedView
from shopops.review.models.refused import RefusedDecision
from shopops.review.models.settings import Delegation, ReviewConfigVersion, WordingVersion
from shopops.review.models.short_lived import BulkItem, BulkKind, BulkRun, Presence

__all__ = [
    "FINAL",
    "BulkItem",
    "BulkKind",
    "BulkRun",
    "Claim",
    "Decision",
    "DecisionHandle",
    "DecisionKind",
    "Delegation",
    "Outcome",
    "Presence",
    "QueueEntry",
    "RefusedDecision",
    "ReviewConfigVersion",
    "ReviewNote",
    "SavedView",
    "WordingVersion",
    "new_salt",
]
