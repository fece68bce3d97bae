"""Limit what one person may approve, besides their role: a version of the review settings."""

from datetime import datetime

from msgspec.structs import replace

from shopops.administration.members.refusals import (
    LimitsMoved,
    NeededHere,
    SameAsBefore,
    WhyRequired,
)
from shopops.review import settings
from shopops.review.config import Above
from shopops.review.models import ReviewConfigVersion
from shopops.review.satisfiable import Unsatisfiable
from shopops.review.settings import ReviewConfigMoved
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


def change_own_limits(
    *,
    person: Membership,
    limits: Above,
    seen: Above,
    reason: str,
    author: Membership,
    now: datetime,
) -> ReviewConfigVersion:
    """`limits` in minor units by currency; empty takes the person's own limits away.

    Raises `LimitsMoved` when they are not as `seen`, `WhyRequired`, `SameAsBefore`, and
    `NeededHere` where nobody could approve some amounts any more; then nothing is written.
    """
    reason = reason.strip()
    if not reason:
        raise WhyRequired
    with tenant_scope(person.tenant_id):
        current = settings.current(person.tenant_id)
        if current.own_limits(person) != seen:
            raise LimitsMoved
        if limits == seen:
            raise SameAsBefore
        key = bytes(person.identity_key).hex()
        others = {one: theirs for one, theirs in current.people.items() if one != key}
        people = {**others, key: limits} if limits else others
        try:
            return settings.save_config(
                tenant_id=person.tenant_id,
                config=replace(current, people=people),
                based_on=current.version,
                reason=reason,
                author=author,
                now=now,
            )
        except ReviewConfigMoved as moved:
            raise LimitsMoved from moved
        except Unsatisfiable as problem:
            raise NeededHere(str(problem)) from problem
