"""The strip on an order's page: who works on it, who else looks, and what one may do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from shopops.review.claiming import assignable
from shopops.review.models import Claim
from shopops.review.short_lived import Presence
from shopops.review.words.times import short_moment
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

LOOKS_FOR = timedelta(seconds=75)  # three heartbeats of an open page (static/js/claim.js)


@dataclass(frozen=True, slots=True)
class ClaimStrip:
    """`people`: whom an administrator may give the order to; empty for everybody else."""

    claim: Claim | None
    mine: bool
    lookers: str
    may_take: bool
    may_release: bool
    people: Sequence[Membership]

    @property
    def news(self) -> str:
        """What is worth saying aloud when it changes while the page is open."""
        if self.claim is None:
            said = "Nobody works on this."
        elif self.mine:
            said = "You work on this."
        else:
            said = f"{self.claim.holder.display_name} works on this."
        return f"{said} {self.lookers} also here." if self.lookers else said

    @property
    def state(self) -> str:
        """Changes when something that the strip shows does."""
        until = self.claim.lease_until if self.claim else None
        return f"{self.news} {short_moment(until) if until else ''}".strip()


def claim_strip(
    *, order_id: str, member: Membership, claim: Claim | None, now: datetime
) -> ClaimStrip:
    """Inside the shop's scope, in two statements at most."""
    mine = claim is not None and claim.holder_id == member.pk
    decides, leads = allows(member, Role.REVIEWER), allows(member, Role.ADMIN)
    return ClaimStrip(
        claim=claim,
        mine=mine,
        lookers=_lookers(order_id, member, now),
        may_take=decides and claim is None,
        may_release=decides and claim is not None and (mine or leads),
        people=list(assignable(member.tenant_id)) if leads else [],
    )


def _lookers(order_id: str, member: Membership, now: datetime) -> str:
    """The others whose page is open, such as: Noor Haddad and Tomasz Wren."""
    here = Presence.objects.of(member.tenant_id).filter(
        order_id=order_id, seen_at__gt=now - LOOKS_FOR, person__active=True
    )
    names = here.exclude(person=member).order_by("person__display_name")
    *others, last = [*names.values_list("person__display_name", flat=True)] or [""]
    return f"{', '.join(others)} and {last}" if others else last
