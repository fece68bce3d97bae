"""Groups of a proposal's statuses, each named once."""

from shopops.proposals.models import ReviewStatus

# Waits for a decision, or for the answer to a question.
UNSETTLED = (ReviewStatus.PENDING, ReviewStatus.CHANGES_REQUESTED)
# Somebody decided; that can be taken back.
DECIDED = (ReviewStatus.APPROVED, ReviewStatus.REJECTED, ReviewStatus.HANDLED)
