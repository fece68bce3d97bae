"""How long an order waits, in the same words in the list and on its own page."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from shopops.proposals.models import Proposal
from shopops.review.config import ReviewConfig
from shopops.review.due import due_at
from shopops.review.statuses import UNSETTLED
from shopops.review.words.times import short_moment, span


@dataclass(frozen=True, slots=True)
class Age:
    """`words` are empty where nobody ever had to look at it. `late`: it waits and is overdue."""

    words: str
    late: bool = False


def age_of(proposal: Proposal, now: datetime, config: ReviewConfig) -> Age:
    """Since when it waits or is overdue, or how long ago it was decided."""
    waiting = proposal.waiting_since
    if waiting is None or proposal.review_status not in UNSETTLED:
        since = proposal.decided_at or waiting
        return Age(_("{span} ago").format(span=span(now - since)) if since else "")
    due = due_at(waiting, config)
    if due <= now:
        return Age(_("overdue {span}").format(span=span(now - due)), late=True)
    return Age(_("waiting {span}").format(span=span(now - waiting)))


def over_age(since: datetime) -> Age:
    """It waits for nobody any more, because its time is over."""
    return Age(_("over since {when}").format(when=short_moment(since)), late=True)
