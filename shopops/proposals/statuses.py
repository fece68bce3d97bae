"""The two statuses, never merged: where the review stands, and where the carrying out."""

from django.db import models


class ReviewStatus(models.TextChoices):
    UNJUDGED = "unjudged", "Not judged yet"
    NOT_REQUIRED = "not_required", "No review needed"
    PENDING = "pending", "Waiting"
    CHANGES_REQUESTED = "changes_requested", "Changes requested"
    APPROVED = "approved", "Approved"
    REJECTED = "rejected", "Rejected"
    HANDLED = "handled", "Handled outside"
    STALE = "stale", "Superseded"
    EXPIRED = "expired", "Expired"
    # Reserved: nothing brings a proposal there, so no list asks for it.
    CANCELLED = "cancelled", "Cancelled"


class ExecutionStatus(models.TextChoices):
    NONE = "none", "Not approved"
    HELD = "held", "Approved, held"
    RUNNING = "running", "Running"
    SUCCEEDED = "succeeded", "Done"
    FAILED = "failed", "Failed"
    UNKNOWN = "unknown", "Outcome unknown"


# A newer revision makes these stale; a decided proposal stays what was decided.
UNDECIDED = (
    ReviewStatus.UNJUDGED,
    ReviewStatus.NOT_REQUIRED,
    ReviewStatus.PENDING,
    ReviewStatus.CHANGES_REQUESTED,
)

# What a person ended. It stays ended when nothing but the shop's numbers changed.
SETTLED = (
    ReviewStatus.APPROVED,
    ReviewStatus.REJECTED,
    ReviewStatus.HANDLED,
    ReviewStatus.CANCELLED,
)
