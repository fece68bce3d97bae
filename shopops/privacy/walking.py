"""Erasing every order of a shop, or of one source: in steps, so that the shop goes on between."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from shopops.privacy.erasing import MOST_AT_ONCE, erase
from shopops.privacy.finding import orders_held
from shopops.privacy.refusals import PrivacyRefused
from shopops.tenants.scope import tenant_scope


@dataclass(slots=True)
class Walked:
    """`left`: orders that stay, and why."""

    erased: int = 0
    gone: Counter[str] = field(default_factory=Counter)
    left: dict[str, PrivacyRefused] = field(default_factory=dict)


def count_of_source(tenant_id: int, source: str) -> int:
    return orders_held(tenant_id, source).count()


def erase_source(
    *,
    tenant_id: int,
    source: str,
    reason: str,
    now: Callable[[], datetime],
    report: Callable[[Walked], None],
) -> Walked:
    """Each step is a commit of its own, so what was stopped is simply run again. `source` empty:
    all of them. An order that something stands in the way of stays, and so it alone."""
    walked = Walked()
    for step in _steps(tenant_id, source):
        _erase(tenant_id, step, reason, now(), walked)
        report(walked)
    return walked


def _erase(
    tenant_id: int, order_ids: Sequence[str], reason: str, now: datetime, walked: Walked
) -> None:
    try:
        walked.gone += erase(
            tenant_id=tenant_id, order_ids=order_ids, author=None, reason=reason, now=now
        )
    except PrivacyRefused as refusal:
        if len(order_ids) == 1:
            walked.left[order_ids[0]] = refusal
            return
        for one in order_ids:
            _erase(tenant_id, [one], reason, now, walked)
    else:
        walked.erased += len(order_ids)


def _steps(tenant_id: int, source: str) -> Iterator[list[str]]:
    """By key, so that those which stay are not met again."""
    last = ""
    while True:
        with tenant_scope(tenant_id):
            rows = orders_held(tenant_id, source).filter(external_id__gt=last)
            ids = rows.order_by("external_id").values_list("external_id", flat=True)
            step = list(ids[:MOST_AT_ONCE])
        if not step:
            return
        yield step
        last = step[-1]
