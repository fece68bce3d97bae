"""The strip on an order's page: who works on it, who else looks, and what one may do about it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from shopops.review.claiming import assignable
from shopops.review.models import Claim, Presence
from shopops.review.words.listed import listed
from shopops.review.words.times import short_moment
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

LOOKS_FOR = timedelta(seconds=75)  # three heartbeats of an open page (static/js/claim.js)


@dataclass(frozen=True, slots=True)
class ClaimStrip:
    """`people`: whom an administrator may give the order to; empty for everybody else."""

    claim: Claim | None
    mine: bool
    since: str
    until: str  # empty: assigned without an end
    lookers: str
    may_take: bool
    may_release: bool
    people: Sequence[Membership]

    @property
    def theirs(self) -> bool:
        """Somebody else has it, so that no decision of one's own would be taken."""
        return self.claim is not None and not self.mine

    @property
    def news(self) -> str:
        """What is worth saying aloud when it changes while the page is open."""
        if self.claim is None:
            said = _("Nobody works on this.")
        elif self.mine:
            said = _("You work on this.")
        else:
            said = _("{name} works on this.").format(name=self.claim.holder.display_name)
        if not self.lookers:
            return said
        also = _("{names} also here.").format(names=self.lookers)
        return f"{said} {also}"

    @property
    def state(self) -> str:
        """Changes when something that the strip shows does."""
        return f"{self.news} {self.since} {self.until}"


def claim_strip(
    *, order_id: str, member: Membership, claim: Claim | None, now: datetime
) -> ClaimStrip:
    """Inside the shop's scope, in two statements at most."""
    mine = claim is not None and claim.holder_id == member.pk
    lease_until = claim.lease_until if claim else None
    decides, leads = allows(member, Role.REVIEWER), allows(member, Role.ADMIN)
    return ClaimStrip(
        claim=claim,
        mine=mine,
        since=_clock(claim.claimed_at, now) if claim else "",
        until=_clock(lease_until, now) if lease_until else "",
        lookers=_lookers(order_id, {member.pk, claim.holder_id if claim else 0}, member, now),
        may_take=decides and claim is None,
        may_release=decides and claim is not None and (mine or leads),
        people=list(assignable(member.tenant_id)) if leads else [],
    )


def _lookers(order_id: str, known: Collection[int], member: Membership, now: datetime) -> str:
    """Who else has the page open, such as: Noor Haddad and Tomasz Wren."""
    here = Presence.objects.of(member.tenant_id).filter(
        order_id=order_id, seen_at__gt=now - LOOKS_FOR, person__active=True
    )
    names = here.exclude(person__in=known).order_by("person__display_name")
    return listed(list(names.values_list("person__display_name", flat=True)))


def _clock(at: datetime, now: datetime) -> str:
    """14:02 today, else with the day; on the shop's clock."""
    today = timezone.localdate(at) == timezone.localdate(now)
    return f"{timezone.localtime(at):%H:%M}" if today else short_moment(at)
