"""Every version of a shop's review settings, newest first, with what it changed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from django.utils.translation import gettext

from shopops.administration.history import SHOWN_VERSIONS, HistoryRow, rows_of
from shopops.administration.reviewing.forms import NUMBERS, ROLES, ReviewForm, typed
from shopops.administration.words import ChangeWords
from shopops.review.config import Above, ReviewConfig
from shopops.review.models import ReviewConfigVersion
from shopops.tenants.models import Membership


def review_history(tenant_id: int) -> list[HistoryRow]:
    changes = review_changes(tenant_id)
    newest_first = list(
        ReviewConfigVersion.objects.of(tenant_id)
        .select_related("author")
        .order_by("-version")[: SHOWN_VERSIONS + 1]
    )
    return rows_of(
        newest_first,
        lambda before, after: changes(config_of(before), config_of(after)),
        first=lambda saved: changes(ReviewConfig(), config_of(saved)),
    )


def review_changes(tenant_id: int) -> Callable[[ReviewConfig, ReviewConfig], list[ChangeWords]]:
    """What differs between two, with the names that this shop's people have today."""
    return partial(_changes, _names(tenant_id))


def config_of(saved: ReviewConfigVersion) -> ReviewConfig:
    return msgspec.convert({**saved.body, "version": saved.version}, ReviewConfig)


def _names(tenant_id: int) -> dict[str, str]:
    """By identity key."""
    people = Membership.objects.filter(tenant_id=tenant_id)
    return {bytes(one.identity_key).hex(): one.display_name for one in people}


def _changes(
    names: Mapping[str, str], before: ReviewConfig, after: ReviewConfig
) -> list[ChangeWords]:
    pairs: list[tuple[str, Any, Any]] = [
        (name, getattr(before, name), getattr(after, name)) for name in NUMBERS
    ]
    pairs.append(
        ("reject_reasons", "; ".join(before.reject_reasons), "; ".join(after.reject_reasons))
    )
    pairs.append(("second_factor_above", _above(before), _above(after)))
    pairs += [(role, _limits(before, role), _limits(after, role)) for role in ROLES]
    return [
        ChangeWords(
            str(ReviewForm.base_fields[name].label),
            str(old) or gettext("none"),
            str(new) or gettext("none"),
        )
        for name, old, new in pairs
        if old != new
    ] + _own_limits(before, after, names)


def _own_limits(
    before: ReviewConfig, after: ReviewConfig, names: Mapping[str, str]
) -> list[ChangeWords]:
    changed = [
        key
        for key in before.people | after.people
        if before.people.get(key) != after.people.get(key)
    ]
    return [
        ChangeWords(
            gettext("{name} approves at most").format(name=names.get(key, gettext("Somebody"))),
            own_words(before.people.get(key)),
            own_words(after.people.get(key)),
        )
        for key in changed
    ]


def own_words(limits: Above | None) -> str:
    return ", ".join(typed(limits).splitlines()) if limits else gettext("as the role")


def _limits(config: ReviewConfig, role: str) -> str:
    limits = config.limits.get(role)  # type: ignore[call-overload]
    return gettext("no limit") if limits is None else ", ".join(typed(limits).splitlines())


def _above(config: ReviewConfig) -> str:
    return ", ".join(typed(config.second_factor_above).splitlines())
