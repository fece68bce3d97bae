"""Lending somebody one's limit for a time, and taking it back: each with its ledger event."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from shopops import ledger
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.policy.amounts import MOST_MINOR
from shopops.review import settings
from shopops.review.models import Delegation
from shopops.review.words.values import money
from shopops.tenants.access import allows, hold_author
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope

LONGEST = timedelta(days=90)
AHEAD = timedelta(days=366)


class DelegationRefused(ValueError):
    """Nothing was lent or taken back; the text says why."""


def lend(
    *,
    giver: Membership,
    receiver: Membership,
    currency: str,
    most_minor: int,
    starts_at: datetime,
    ends_at: datetime,
    reason: str,
    author: Membership,
    now: datetime,
) -> Delegation:
    """By the giver, or by an admin. All three are of one shop and may decide."""
    _refuse(giver, receiver, author)
    if not reason.strip():
        raise DelegationRefused(gettext("Say why, in a few words. The reason is kept with it."))
    _refuse_terms(most_minor, starts_at, ends_at, now)
    with tenant_scope(author.tenant_id):
        hold_author(author)
        _refuse_more_than_own(giver, currency, most_minor)
        lent = Delegation.objects.create(
            tenant_id=author.tenant_id,
            giver=giver,
            receiver=receiver,
            currency=currency,
            most_minor=most_minor,
            starts_at=starts_at,
            ends_at=ends_at,
            reason=reason.strip(),
            created_by=author,
            created_at=now,
        )
        ledger.append(author.tenant_id, [_event(lent, "lent", author, now)])
    return lent


def _refuse_more_than_own(giver: Membership, currency: str, most_minor: int) -> None:
    """Later changes of the giver's limit bind what was lent all the same (`limits.limits_of`)."""
    own = settings.current(giver.tenant_id).most(giver, currency)
    if own is not None and most_minor > own:
        said = gettext("{name} may approve up to {most} for one order, and can lend no more.")
        raise DelegationRefused(said.format(name=giver.display_name, most=money(own, currency)))


def _refuse_terms(most_minor: int, starts_at: datetime, ends_at: datetime, now: datetime) -> None:
    if most_minor <= 0:
        raise DelegationRefused(gettext("Lend an amount above nothing."))
    if most_minor > MOST_MINOR:
        raise DelegationRefused(gettext("No order is worth that much. Lend less."))
    if not now < ends_at or not starts_at < ends_at:
        raise DelegationRefused(gettext("It must end after it starts, and not in the past."))
    if starts_at - now > AHEAD:
        raise DelegationRefused(gettext("It must start within a year."))
    if ends_at - starts_at > LONGEST:
        said = gettext("Lend a limit for at most {days} days at a time.")
        raise DelegationRefused(said.format(days=LONGEST.days))


def revoke(*, delegation_id: int, author: Membership, now: datetime) -> Delegation:
    """By the giver, or by an admin. Of two at once one takes it back, the other is told."""
    with tenant_scope(author.tenant_id):
        lent = (
            Delegation.objects.of(author.tenant_id)
            .select_related("giver", "receiver")
            .filter(pk=delegation_id)
            .first()
        )
        if lent is None or lent.revoked_at is not None:
            raise DelegationRefused(gettext("There is no such delegation any more."))
        _refuse_author(lent.giver, author)
        open_still = Delegation.objects.of(author.tenant_id).filter(pk=lent.pk, revoked_at=None)
        if not open_still.update(revoked_at=now, revoked_by=author):
            raise DelegationRefused(gettext("There is no such delegation any more."))
        ledger.append(author.tenant_id, [_event(lent, "taken_back", author, now)])
    return lent


def take_back_all(*, person: Membership, author: Membership, now: datetime) -> int:
    """What this person lent and was lent ends, because they may decide no longer. How many it
    was. Inside the scope of that change."""
    theirs = lent_by_or_to(person, now)
    lent = list(theirs.select_related("giver", "receiver").select_for_update(of=("self",)))
    if lent:
        theirs.filter(pk__in=[one.pk for one in lent]).update(revoked_at=now, revoked_by=author)
        events = [_event(one, "taken_back", author, now) for one in lent]
        ledger.append(person.tenant_id, events)
    return len(lent)


def lent_by_or_to(person: Membership, now: datetime) -> QuerySet[Delegation]:
    """What is lent now or will be."""
    open_still = Delegation.objects.of(person.tenant_id).filter(revoked_at=None, ends_at__gt=now)
    return open_still.filter(Q(giver=person) | Q(receiver=person))


def _refuse(giver: Membership, receiver: Membership, author: Membership) -> None:
    if {giver.tenant_id, receiver.tenant_id} != {author.tenant_id}:
        raise DelegationRefused(gettext("Choose people of this shop."))
    if giver.pk == receiver.pk:
        raise DelegationRefused(gettext("Choose two different people."))
    for person in (giver, receiver):
        if not allows(person, Role.REVIEWER):
            said = gettext("{name} may not decide here.")
            raise DelegationRefused(said.format(name=person.display_name))
    _refuse_author(giver, author)


def _refuse_author(giver: Membership, author: Membership) -> None:
    if author.pk != giver.pk and not allows(author, Role.ADMIN):
        said = gettext("Only the person who lends it, or an administrator, may do this.")
        raise DelegationRefused(said)


def _event(lent: Delegation, change: str, author: Membership, now: datetime) -> NewEvent:
    """People are identity keys; the reason is free text and stays out."""
    body: dict[str, Json] = {
        "of": "delegation",
        "change": change,
        "delegation": lent.pk,
        "giver": bytes(lent.giver.identity_key).hex(),
        "receiver": bytes(lent.receiver.identity_key).hex(),
        "currency": lent.currency,
        "most_minor": lent.most_minor,
        "starts_at": lent.starts_at.isoformat(),
        "ends_at": lent.ends_at.isoformat(),
        "author": bytes(author.identity_key).hex(),
    }
    return NewEvent(kind=EventKind.SETTINGS, actor=ActorType.HUMAN, occurred_at=now, body=body)
