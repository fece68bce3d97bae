"""Every version of a tenant's numbers with what it changed, newest first."""

from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

import msgspec

from shopops.administration.words import ChangeWords, in_words
from shopops.agents.threshold_changes import changes
from shopops.agents.thresholds import Thresholds
from shopops.tenants.models import ThresholdVersion

SHOWN_VERSIONS = 20


class HistoryRow(NamedTuple):
    version: int
    author: str  # display name, or "ShopOps" for the version a shop starts with
    created_at: datetime
    reason: str
    changes: list[ChangeWords]


def version_history(tenant_id: int) -> list[HistoryRow]:
    newest_first = list(
        ThresholdVersion.objects.filter(tenant_id=tenant_id)
        .select_related("author")
        .order_by("-version")[: SHOWN_VERSIONS + 1]
    )
    rows = [
        _row(saved, in_words(changes(_numbers(before), _numbers(saved))))
        for saved, before in pairwise(newest_first)
    ]
    if len(newest_first) <= SHOWN_VERSIONS:
        rows += [_row(first, []) for first in newest_first[-1:]]
    return rows


def _numbers(saved: ThresholdVersion) -> Thresholds:
    return msgspec.convert(saved.body | {"version": saved.version}, Thresholds)


def _row(saved: ThresholdVersion, changed: list[ChangeWords]) -> HistoryRow:
    author = "ShopOps" if saved.author is None else saved.author.display_name
    return HistoryRow(saved.version, author, saved.created_at, saved.reason, changed)
