"""Every version of a tenant's settings with what it changed, newest first."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple, TypeVar

import msgspec

from shopops.acknowledgments.models import InboundRulesVersion
from shopops.administration.words import ChangeWords, in_words
from shopops.agents.threshold_changes import changes
from shopops.agents.thresholds import Thresholds
from shopops.alarms.models import AlarmConfigVersion
from shopops.review.models import ReviewConfigVersion, WordingVersion
from shopops.tenants.models import ThresholdVersion
from shopops.tenants.own_reasons import reason_said

SHOWN_VERSIONS = 20

Saved = TypeVar(
    "Saved",
    ThresholdVersion,
    AlarmConfigVersion,
    InboundRulesVersion,
    ReviewConfigVersion,
    WordingVersion,
)


class HistoryRow(NamedTuple):
    version: int
    author: str  # display name, or "ShopOps" for what no person of the shop saved
    created_at: datetime
    reason: str
    changes: list[ChangeWords]


def rows_of(
    newest_first: Sequence[Saved],
    between: Callable[[Saved, Saved], list[ChangeWords]],
    *,
    first: Callable[[Saved], list[ChangeWords]] = lambda _: [],
) -> list[HistoryRow]:
    """Of up to SHOWN_VERSIONS + 1 versions: one more than shown, to compare the last one with.
    `first`: what the very first version changed."""
    rows = [_row(saved, between(before, saved)) for before, saved in _pairs(newest_first)]
    if len(newest_first) <= SHOWN_VERSIONS:
        rows += [_row(oldest, first(oldest)) for oldest in newest_first[-1:]]
    return rows


def version_history(tenant_id: int, below: int | None = None) -> list[HistoryRow]:
    """The newest versions, or those below one that was shown last."""
    versions = ThresholdVersion.objects.filter(tenant_id=tenant_id).select_related("author")
    if below is not None:
        versions = versions.filter(version__lt=below)
    return rows_of(
        list(versions.order_by("-version")[: SHOWN_VERSIONS + 1]),
        lambda before, after: in_words(changes(_numbers(before), _numbers(after))),
    )


def _pairs(newest_first: Sequence[Saved]) -> list[tuple[Saved, Saved]]:
    return [(before, saved) for saved, before in pairwise(newest_first)]


def _numbers(saved: ThresholdVersion) -> Thresholds:
    return msgspec.convert(saved.body | {"version": saved.version}, Thresholds)


def _row(saved: Saved, changed: list[ChangeWords]) -> HistoryRow:
    author = "ShopOps" if saved.author is None else saved.author.display_name
    return HistoryRow(saved.version, author, saved.created_at, reason_said(saved.reason), changed)
