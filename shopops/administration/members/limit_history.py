"""When somebody's own limits were changed, by whom and why: from the review settings' versions."""

from datetime import datetime
from itertools import pairwise

from msgspec import Struct

from shopops.administration.reviewing.history import config_of, own_words
from shopops.review.config import ReviewConfig
from shopops.review.models import ReviewConfigVersion
from shopops.tenants.models import Membership
from shopops.tenants.own_reasons import reason_said

LOOKED_AT = 200  # versions, the newest
SHOWN = 20


class LimitChange(Struct, frozen=True, kw_only=True):
    at: datetime
    author: str
    reason: str
    before: str
    after: str


def limit_changes(person: Membership) -> list[LimitChange]:
    """The newest first."""
    versions = ReviewConfigVersion.objects.of(person.tenant_id).select_related("author")
    newest = list(versions.order_by("-version")[: LOOKED_AT + 1])
    said = [config_of(one) for one in newest]
    if len(newest) <= LOOKED_AT:
        said.append(ReviewConfig())  # before the first
    found = [
        _change(saved, after, before, person)
        for saved, (after, before) in zip(newest, pairwise(said), strict=False)
        if after.own_limits(person) != before.own_limits(person)
    ]
    return found[:SHOWN]


def _change(
    saved: ReviewConfigVersion, after: ReviewConfig, before: ReviewConfig, person: Membership
) -> LimitChange:
    return LimitChange(
        at=saved.created_at,
        author="ShopOps" if saved.author is None else saved.author.display_name,
        reason=reason_said(saved.reason),
        before=own_words(before.own_limits(person)),
        after=own_words(after.own_limits(person)),
    )
