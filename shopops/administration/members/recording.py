"""What a change of the shop's people leaves: a ledger row, and a line for people. In its scope."""

from datetime import datetime

from shopops import ledger
from shopops.administration.models import Change, Invitation, MemberChange
from shopops.alarms.events import key_of
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.tenants.models import Membership
from shopops.tenants.vault import name_sha256

MEMBER, INVITATION = "member", "invitation"  # what a roster row is of


def record_change(
    person: Membership,
    change: Change,
    author: Membership,
    now: datetime,
    *,
    before: str = "",
    after: str = "",
    reason: str = "",
    says: dict[str, Json] | None = None,
) -> None:
    """`before` and `after` are roles. The reason is free text and stays out of the ledger."""
    body: dict[str, Json] = {
        "of": MEMBER,
        "change": change.value,
        "person": key_of(person),
        "author": key_of(author),
        **(says or {}),
    }
    if change is Change.NAME:
        body["name_sha256"] = name_sha256(person).hex()
    if before or after:
        body |= {"before": before, "after": after}
    _append(person.tenant_id, body, now)
    MemberChange.objects.create(
        tenant_id=person.tenant_id,
        membership=person,
        change=change,
        author=author,
        at=now,
        before=before,
        after=after,
        reason=reason,
    )


def record_invitation(
    invitation: Invitation, change: str, author: Membership | None, now: datetime
) -> None:
    """Who is invited is nobody of the shop yet, so the ledger has the invitation's number only.
    `author` None: an operator of the site."""
    body: dict[str, Json] = {
        "of": INVITATION,
        "change": change,
        "invitation": invitation.pk,
        "role": invitation.role,
        "author": key_of(author),
    }
    actor = ActorType.SYSTEM if author is None else ActorType.HUMAN
    _append(invitation.tenant_id, body, now, actor)


def _append(
    tenant_id: int, body: dict[str, Json], now: datetime, actor: ActorType = ActorType.HUMAN
) -> None:
    event = NewEvent(kind=EventKind.ROSTER, actor=actor, occurred_at=now, body=body)
    ledger.append(tenant_id, [event])
