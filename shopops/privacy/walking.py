"""Erasing many orders, of a shop, a source or a request, in steps: the shop goes on between."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from shopops.privacy.erasing import MOST_AT_ONCE, erase
from shopops.privacy.finding import orders_held, orders_meant
from shopops.privacy.models import LONGEST_REASON, Settled
from shopops.privacy.refusals import AlreadyErased, PrivacyRefused
from shopops.privacy.requests import held_to_erase, settle
from shopops.review.reasons import required
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
    return _walk(tenant_id, _steps(tenant_id, source), reason, now, report)


def erase_request(
    *,
    tenant_id: int,
    request_id: int,
    reason: str,
    now: Callable[[], datetime],
    report: Callable[[Walked], None],
) -> Walked:
    """All that it is about, however many, in the same way. It is settled once nothing stays. Raises
    `AlreadySettled`, `AsksForNoErasing`, `ReasonRequired`."""
    text = required(reason)[:LONGEST_REASON]
    with tenant_scope(tenant_id):
        request = held_to_erase(tenant_id, request_id)
        meant = orders_meant(request, most=None)
    steps = (meant[at : at + MOST_AT_ONCE] for at in range(0, len(meant), MOST_AT_ONCE))
    walked = _walk(tenant_id, steps, reason, now, report)
    if not walked.left:
        with tenant_scope(tenant_id):
            request = held_to_erase(tenant_id, request_id)
            request.orders = meant
            settle(request, Settled.DONE, by=None, reason=text, now=now())
    return walked


def count_meant(tenant_id: int, request_id: int) -> int:
    """Raises `AlreadySettled`, `AsksForNoErasing`."""
    return len(orders_meant(held_to_erase(tenant_id, request_id), most=None))


def _walk(
    tenant_id: int,
    steps: Iterable[Sequence[str]],
    reason: str,
    now: Callable[[], datetime],
    report: Callable[[Walked], None],
) -> Walked:
    walked = Walked()
    for step in steps:
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
    except AlreadyErased:
        walked.erased += len(order_ids)
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
