"""What ends when a person may decide no longer, or is no admin any more. All of it in the scope of
the change."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import ngettext
from msgspec import Struct

from shopops.administration.members.inviting import open_of, revoke_all
from shopops.administration.tokens import revoke_within
from shopops.alarms.models import RosterContact
from shopops.alarms.roster import remove_all
from shopops.review.delegating import lent_by_or_to, take_back_all
from shopops.review.models import Claim
from shopops.tenants.access import allows
from shopops.tenants.models import ApiToken, Membership, Role
from shopops.tenants.tokens import live_tokens


class Ended(Struct, frozen=True, kw_only=True):
    """How many of each. `going_on`: tokens that they made and that act for nobody; those end for
    nobody's leaving, since the programs that use them go on, but the person may know the secret."""

    claims: int
    limits: int
    tokens: int
    addresses: int
    invitations: int
    going_on: int

    def __str__(self) -> str:
        """Such as: 1 claim, 2 lent limits. Empty: nothing ended."""
        counted = (
            (self.claims, ngettext("{number} claim", "{number} claims", self.claims)),
            (self.limits, ngettext("{number} lent limit", "{number} lent limits", self.limits)),
            (self.tokens, ngettext("{number} API token", "{number} API tokens", self.tokens)),
            (
                self.addresses,
                ngettext("{number} address on call", "{number} addresses on call", self.addresses),
            ),
            (
                self.invitations,
                ngettext("{number} open invitation", "{number} open invitations", self.invitations),
            ),
        )
        return ", ".join(words.format(number=number) for number, words in counted if number)


def let_go(person: Membership, author: Membership, now: datetime) -> Ended:
    """Of who may decide no longer: claims, limits lent by or to them, tokens that act for them, and
    their being on call. Of who is no admin: the invitations that they made and nobody used, and the
    tokens that act for somebody on their word, because they may hold the secret.

    What they decided stays, and so does who they are on the ledger.
    """
    claims = limits = tokens = addresses = invitations = going_on = 0
    if not allows(person, Role.ADMIN):
        going_on = _going_on(person, now).count()
        invitations = revoke_all(person=person, author=author, now=now)
        tokens = _revoke(_granted_by(person), author, now)
    if not allows(person, Role.REVIEWER):
        claims = _live_claims(person, now).count()
        Claim.objects.of(person.tenant_id).filter(holder=person).delete()
        limits = take_back_all(person=person, author=author, now=now)
        tokens += _revoke(_acting_for(person), author, now)
        addresses = remove_all(person=person, author=author)
    return Ended(
        claims=claims,
        limits=limits,
        tokens=tokens,
        addresses=addresses,
        invitations=invitations,
        going_on=going_on,
    )


def would_end(person: Membership, now: datetime) -> Ended:
    """If they were deactivated."""
    return Ended(
        claims=_live_claims(person, now).count(),
        limits=lent_by_or_to(person, now).count(),
        tokens=(_acting_for(person) | _granted_by(person)).count(),
        addresses=RosterContact.objects.of(person.tenant_id)
        .filter(membership=person, active=True)
        .count(),
        invitations=open_of(person).count(),
        going_on=_going_on(person, now).count(),
    )


def _live_claims(person: Membership, now: datetime) -> QuerySet[Claim]:
    live = Q(lease_until=None) | Q(lease_until__gt=now)
    return Claim.objects.of(person.tenant_id).filter(live, holder=person)


def _acting_for(person: Membership) -> QuerySet[ApiToken]:
    return _tokens(person.tenant_id).filter(acts_for=person)


def _granted_by(person: Membership) -> QuerySet[ApiToken]:
    return _tokens(person.tenant_id).filter(created_by=person, acts_for__isnull=False)


def _going_on(person: Membership, now: datetime) -> QuerySet[ApiToken]:
    live = _tokens(person.tenant_id).filter(live_tokens(now))
    return live.filter(created_by=person, acts_for__isnull=True)


def _tokens(tenant_id: int) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(tenant_id=tenant_id, revoked_at__isnull=True)


def _revoke(tokens: QuerySet[ApiToken], author: Membership, now: datetime) -> int:
    return sum(revoke_within(token=one, author=author, now=now) for one in tokens)
