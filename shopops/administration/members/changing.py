"""Change who a member is, or whether they work here: all of it in one transaction, with its ledger
row and its reason, or nothing."""

from copy import copy
from datetime import datetime
from typing import NamedTuple

from shopops.administration.members.leaving import Ended, let_go
from shopops.administration.members.needed import refuse_needed
from shopops.administration.members.recording import record_change
from shopops.administration.members.refusals import MemberMoved, SameAsBefore, WhyRequired
from shopops.administration.models import Change
from shopops.review import settings as review
from shopops.tenants import thresholds
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


class Standing(NamedTuple):
    """A member as somebody saw them, or as they want them."""

    role: str
    display_name: str
    active: bool


class Changed(NamedTuple):
    member: Membership
    ended: Ended


def standing_of(member: Membership) -> Standing:
    return Standing(member.role, member.display_name, member.active)


def change_member(
    *,
    person: Membership,
    to: Standing,
    seen: Standing,
    reason: str,
    author: Membership,
    now: datetime,
) -> Changed:
    """Role, name, and whether they work here.

    What they may hold no longer ends; their history stays. Raises `MemberMoved` when the person is
    not as `seen`, `WhyRequired`, `SameAsBefore`, `NeededHere` and what `hold_author` does; then
    nothing is written.
    """
    reason = reason.strip()
    if not reason:
        raise WhyRequired
    with tenant_scope(person.tenant_id):
        before = _alone(person)
        hold_author(author)
        if standing_of(before) != seen:
            raise MemberMoved
        if to == seen:
            raise SameAsBefore
        after = copy(before)
        after.role, after.display_name, after.active = to
        if (after.role, after.active) != (before.role, before.active):
            refuse_needed(before, after)
        after.save(update_fields=["role", "display_name", "active"])
        _record(before, after, author, now, reason)
        ended = let_go(after, author, now)
    return Changed(after, ended)


def _alone(person: Membership) -> Membership:
    """The person as they are. Nobody else changes the shop's people, or decides under numbers that
    rest on them, until the scope ends. Locks in the order in which whoever decides takes them."""
    thresholds.lock(person.tenant_id)
    review.hold(person.tenant_id)
    people = Membership.objects.filter(tenant_id=person.tenant_id).select_related("tenant", "user")
    locked = people.select_for_update(no_key=True, of=("self",)).order_by("pk")
    return next(one for one in locked if one.pk == person.pk)


def _record(
    before: Membership, after: Membership, author: Membership, now: datetime, reason: str
) -> None:
    if after.display_name != before.display_name:
        record_change(after, Change.NAME, author, now, reason=reason)
    if after.role != before.role:
        record_change(
            after, Change.ROLE, author, now, before=before.role, after=after.role, reason=reason
        )
    if after.active != before.active:
        change = Change.RETURNED if after.active else Change.LEFT
        record_change(after, change, author, now, reason=reason)
