"""What the pages of the shop's people show. In the shop's scope."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from msgspec import Struct

from shopops.accounts.second_factor import with_second_factor
from shopops.administration.members.leaving import would_end
from shopops.administration.members.limit_history import limit_changes
from shopops.administration.members.links import State, state_of
from shopops.administration.models import NEITHER_USED_NOR_REVOKED, Invitation, MemberChange
from shopops.administration.reviewing.forms import typed
from shopops.alarms.models import Absence, RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.review import settings as review
from shopops.review.config import ReviewConfig
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

MOST_CLOSED = 20
MOST_CHANGES = 30
UNSENT = "unsent"


class Row(Struct, frozen=True, kw_only=True):
    """`on_call`: the steps on which they are rung now. `waits`: an address of theirs waits for its
    confirmation."""

    member: Membership
    limit: str
    second_factor: bool
    on_call: list[int]
    waits: bool
    absence: Absence | None


class Invited(Struct, frozen=True, kw_only=True):
    invitation: Invitation
    state: str
    role: str


def board(tenant_id: int, now: datetime) -> dict[str, Any]:
    people = Membership.objects.filter(tenant_id=tenant_id).select_related("user")
    members = list(people.order_by("-active", "display_name", "pk"))
    invitations = Invitation.objects.of(tenant_id).select_related("invited_by", "membership")
    waiting = invitations.filter(NEITHER_USED_NOR_REVOKED).order_by("-id")
    closed = invitations.exclude(NEITHER_USED_NOR_REVOKED).order_by("-id")[:MOST_CLOSED]
    return {
        "rows": _rows(tenant_id, members, now),
        "invited": [_invited(one, now) for one in waiting],
        "closed": [_invited(one, now) for one in closed],
    }


def person(member: Membership, now: datetime) -> dict[str, Any]:
    """One of them, with what deactivating them would end and what would go on, and what was changed
    before."""
    (row,) = _rows(member.tenant_id, [member], now)
    changes = MemberChange.objects.of(member.tenant_id).filter(membership=member)
    ends = would_end(member, now)
    return {
        "row": row,
        "ends": str(ends),
        "going_on": ends.going_on,
        "limited": limit_changes(member),
        "decides": allows(member, Role.REVIEWER),
        "lines": list(changes.select_related("author").order_by("-id")[:MOST_CHANGES]),
        "role_labels": dict(Role.choices),
    }


def _rows(tenant_id: int, members: list[Membership], now: datetime) -> list[Row]:
    config = review.current(tenant_id)
    proven = with_second_factor(member.user_id for member in members)
    steps: dict[int, list[int]] = {}
    for contact in contacts(tenant_id):
        steps.setdefault(contact.membership_id, []).append(contact.step)
    unconfirmed = RosterContact.objects.of(tenant_id).filter(active=True, verified_at=None)
    waits = set(unconfirmed.values_list("membership_id", flat=True))
    away = Absence.objects.of(tenant_id).filter(end__gt=now)
    absences = {absence.membership_id: absence for absence in away}
    return [
        Row(
            member=member,
            limit=_limit(member, config),
            second_factor=member.user_id in proven,
            on_call=steps.get(member.pk, []),
            waits=member.pk in waits,
            absence=absences.get(member.pk),
        )
        for member in members
    ]


def _limit(member: Membership, config: ReviewConfig) -> str:
    """What they may approve for one order."""
    if not allows(member, Role.REVIEWER):
        return "nothing"
    by_role: Mapping[str, int] | None = config.limits.get(member.role)  # type: ignore[call-overload]
    named = config.own_limits(member) if by_role is None else by_role
    most = {currency: config.most(member, currency) or 0 for currency in named}
    listed = ", ".join(typed(most).splitlines())
    if by_role is not None:
        return listed
    return (
        gettext("{listed}; any amount in other currencies").format(listed=listed)
        if listed
        else gettext("any amount")
    )


def _invited(invitation: Invitation, now: datetime) -> Invited:
    state: str = state_of(invitation, now)
    if state == State.OPEN and invitation.sent_at is None:
        state = UNSENT
    return Invited(invitation=invitation, state=state, role=gettext(Role(invitation.role).label))
