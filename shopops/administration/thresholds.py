"""Change a tenant's numbers: a new version and a ledger event, together or not at all."""

from datetime import datetime

import msgspec

from shopops import ledger
from shopops.administration.refusals import (
    Impossible,
    NothingChanged,
    ReasonRequired,
    VersionMoved,
)
from shopops.administration.threshold_limits import contradictions
from shopops.agents.threshold_changes import Change, changes
from shopops.agents.thresholds import Thresholds
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.review import settings as review
from shopops.review.satisfiable import Unsatisfiable, refuse_unsatisfiable
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, ThresholdVersion
from shopops.tenants.scope import tenant_scope


def change_thresholds(
    *,
    tenant_id: int,
    numbers: Thresholds,
    based_on: int,
    reason: str,
    author: Membership,
    now: datetime,
) -> ThresholdVersion:
    """Save `numbers` as the next version.

    `based_on` is the version the author had before them. Raises `VersionMoved` when somebody
    saved another one meanwhile, `NothingChanged`, `ReasonRequired`, and `Impossible` for numbers
    that contradict each other and for a second cap above which too few people of the shop may
    approve; then nothing is written.
    """
    if not reason.strip():
        raise ReasonRequired
    with tenant_scope(tenant_id):
        thresholds.lock(tenant_id)
        current = thresholds.current(tenant_id)
        if current.version != based_on:
            raise VersionMoved(current.version)
        changed = changes(current, numbers)
        if not changed:
            raise NothingChanged
        found = contradictions(numbers)
        if found:
            raise Impossible(" ".join(one.why for one in found))
        if numbers.second_cap_cents != current.second_cap_cents:
            _refuse_second_cap_that_nobody_meets(tenant_id, numbers)
        saved = thresholds.save_thresholds(
            tenant_id=tenant_id, numbers=numbers, reason=reason.strip(), author=author
        )
        ledger.append(tenant_id, [_event(saved, changed, author, now)])
    return saved


def _refuse_second_cap_that_nobody_meets(tenant_id: int, numbers: Thresholds) -> None:
    review.hold(tenant_id)
    try:
        refuse_unsatisfiable(tenant_id, numbers, review.current(tenant_id))
    except Unsatisfiable as problem:
        raise Impossible(str(problem)) from problem


def _event(
    saved: ThresholdVersion, changed: list[Change], author: Membership, now: datetime
) -> NewEvent:
    return NewEvent(
        kind=EventKind.SETTINGS,
        actor=ActorType.HUMAN,
        occurred_at=now,
        body={
            "version": saved.version,
            "author": bytes(author.identity_key).hex(),
            "changed": [msgspec.to_builtins(change._asdict()) for change in changed],
        },
    )
