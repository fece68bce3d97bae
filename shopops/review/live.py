"""What has changed since a list was shown: what came, what somebody else decided or works on.

A list is never changed under the eyes of who reads it: they are told, and show it themselves.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from msgspec import Struct
from msgspec.json import encode

from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.config import ReviewConfig
from shopops.review.counts import ALL, COUNT_CAP, OVERDUE, Count, queue_counts
from shopops.review.due import overdue_since
from shopops.review.filters import Filters, entries
from shopops.review.rows import with_details
from shopops.review.statuses import UNSETTLED
from shopops.review.words.labels import small
from shopops.tenants.models import Membership

MOST_SHOWN = 200


class State(Struct, frozen=True):
    """One row of the list. `gone`: it no longer waits. `words` are empty where there is no news."""

    id: int
    gone: bool
    words: str


class News(Struct, frozen=True):
    """`new` is empty when nothing came, else the words of the offer to show it; `said`: the same,
    as it is said aloud."""

    new: str
    said: str
    waiting: str
    counts: dict[str, str]
    rows: list[State]


@dataclass(frozen=True, slots=True)
class Answer:
    body: bytes
    etag: str  # quoted; the same as long as there is nothing else to tell, in one language


def news(
    *,
    member: Membership,
    filters: Filters,
    config: ReviewConfig,
    seen: int,
    shown: Sequence[int],
    now: datetime,
) -> Answer:
    """Inside a tenant scope. `seen`: the newest entry when the list was made."""
    came = entries(member.tenant_id, filters, now, config).filter(id__gt=seen)
    fresh = came.exclude(proposal__in=shown).values_list("pk", flat=True)[:COUNT_CAP]
    number = Count(0 if filters.number else len(fresh))  # a search is no list that grows
    counts = queue_counts(member.tenant_id, overdue_since(now, config))
    body = encode(
        News(
            new=_offer(number),
            said=_heard(number),
            waiting=str(counts[ALL]),
            counts={name: str(count) for name, count in counts.items() if name != OVERDUE or count},
            rows=_states(member, filters, shown, now),
        )
    )
    named = sha256(f"{get_language()} ".encode() + body).hexdigest()[:32]
    return Answer(body, f'"{named}"')


def _offer(number: Count) -> str:
    if not number:
        return ""
    said = ngettext("{number} new item, show", "{number} new items, show", number.number)
    return said.format(number=number)


def _heard(number: Count) -> str:
    if not number:
        return ""
    said = ngettext(
        "{number} new item in the queue", "{number} new items in the queue", number.number
    )
    return said.format(number=number)


def _states(
    member: Membership, filters: Filters, shown: Sequence[int], now: datetime
) -> list[State]:
    watched = filters.waits and not filters.number
    wanted = (filters.wanted_status,) if watched else UNSETTLED
    found = Proposal.objects.of(member.tenant_id).filter(pk__in=shown).select_related("decided_by")
    listed = with_details(found.order_by("pk"), member.tenant_id, now)
    return [_state(one, member, wanted) for one in listed]


def _state(one: Any, member: Membership, wanted: Collection[str]) -> State:
    gone = one.review_status not in wanted
    if gone and one.review_status in UNSETTLED:
        return State(one.pk, gone, small(one.get_review_status_display()))
    if gone:
        return State(one.pk, gone, _decided(one, member))
    if one.held_by == member.pk:
        return State(one.pk, gone, gettext("you on it"))
    said = gettext("{holder} on it").format(holder=one.holder) if one.holder else ""
    return State(one.pk, gone, said)


def _decided(one: Proposal, member: Membership) -> str:
    """Such as: approved by Leo Park."""
    words = small(str(ReviewStatus(one.review_status).label))
    if one.decided_by is None:
        return words
    if one.decided_by_id == member.pk:
        return gettext("{status} by you").format(status=words)
    return gettext("{status} by {name}").format(status=words, name=one.decided_by.display_name)
