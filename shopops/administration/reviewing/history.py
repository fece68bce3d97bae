"""Every version of a shop's review settings, newest first, with what it changed."""

from typing import Any

import msgspec

from shopops.administration.history import SHOWN_VERSIONS, HistoryRow, rows_of
from shopops.administration.reviewing.forms import NUMBERS, ROLES, ReviewForm, typed
from shopops.administration.words import ChangeWords
from shopops.review.config import ReviewConfig
from shopops.review.models import ReviewConfigVersion


def review_history(tenant_id: int) -> list[HistoryRow]:
    newest_first = list(
        ReviewConfigVersion.objects.of(tenant_id)
        .select_related("author")
        .order_by("-version")[: SHOWN_VERSIONS + 1]
    )
    return rows_of(
        newest_first,
        lambda before, after: _changes(_config(before), _config(after)),
        first=lambda saved: _changes(ReviewConfig(), _config(saved)),
    )


def _config(saved: ReviewConfigVersion) -> ReviewConfig:
    return msgspec.convert({**saved.body, "version": saved.version}, ReviewConfig)


def _changes(before: ReviewConfig, after: ReviewConfig) -> list[ChangeWords]:
    pairs: list[tuple[str, Any, Any]] = [
        (name, getattr(before, name), getattr(after, name)) for name in NUMBERS
    ]
    pairs.append(
        ("reject_reasons", "; ".join(before.reject_reasons), "; ".join(after.reject_reasons))
    )
    pairs.append(("second_factor_above", _above(before), _above(after)))
    pairs += [(role, _limits(before, role), _limits(after, role)) for role in ROLES]
    return [
        ChangeWords(str(ReviewForm.base_fields[name].label), str(old) or "none", str(new) or "none")
        for name, old, new in pairs
        if old != new
    ]


def _limits(config: ReviewConfig, role: str) -> str:
    limits = config.limits.get(role)  # type: ignore[call-overload]
    return "no limit" if limits is None else ", ".join(typed(limits).splitlines())


def _above(config: ReviewConfig) -> str:
    return ", ".join(typed(config.second_factor_above).splitlines())
