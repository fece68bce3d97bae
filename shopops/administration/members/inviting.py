"""Invite somebody, mail the link again, or take the invitation back."""

from datetime import datetime, timedelta

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from shopops.administration.members.links import GOOD_FOR, hash_of, link_of, new_secret
from shopops.administration.members.recording import record_invitation
from shopops.administration.members.refusals import (
    InvitationOver,
    MailNotTaken,
    NotInvited,
    SentJustNow,
)
from shopops.administration.models import NEITHER_USED_NOR_REVOKED, Invitation
from shopops.administration.people.letters import INVITATION, send
from shopops.tenants.access import hold_author
from shopops.tenants.languages import language_for
from shopops.tenants.models import Membership, Role
from shopops.tenants.refusals import sqlstate_of
from shopops.tenants.scope import tenant_scope

WAIT = timedelta(minutes=2)  # between two mails to one address
MOST_OPEN = 100
MOST_AN_HOUR = 50  # whoever takes an admin's place can't mail the world in our name
UNIQUE_VIOLATION = "23505"


def invite(
    *, email: str, display_name: str, role: Role, author: Membership, now: datetime
) -> Invitation:
    """Write it down and mail the link. Whether the address has an account elsewhere is not said.

    Raises `NotInvited`; as `MailNotTaken` the invitation stands and its mail has to be sent again.
    """
    invitation, secret = write_down(
        email=email, display_name=display_name, role=role, author=author, now=now
    )
    mail_link(invitation, secret, author.display_name, now)
    return invitation


def write_down(
    *, email: str, display_name: str, role: Role, author: Membership, now: datetime
) -> tuple[Invitation, str]:
    """The invitation with its ledger row, and the secret for the mail. Raises `NotInvited`."""
    secret = new_secret()
    try:
        with tenant_scope(author.tenant_id):
            hold_author(author)
            _refuse_member(author, email)
            _refuse_too_many(author.tenant_id, now)
            invitation = Invitation.objects.create(
                tenant_id=author.tenant_id,
                email=email,
                display_name=display_name,
                role=role,
                token_hash=hash_of(secret),
                invited_by=author,
                invited_at=now,
                expires_at=now + GOOD_FOR,
            )
            record_invitation(invitation, "invited", author, now)
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
        raise NotInvited(
            gettext(
                "{email} is invited already: send the mail again from the list below, or revoke it."
            ).format(email=email)
        ) from error
    return invitation, secret


def send_again(*, invitation: Invitation, author: Membership, now: datetime) -> Invitation:
    """A new link, good from now on; the one of the mail before ends. Raises `NotInvited`."""
    secret = new_secret()
    with tenant_scope(invitation.tenant_id):
        hold_author(author)
        kept = _locked(invitation)
        if kept.sent_at is not None and now - kept.sent_at < WAIT:
            raise SentJustNow
        _refuse_member(author, kept.email)
        kept.token_hash, kept.expires_at, kept.sent_at = hash_of(secret), now + GOOD_FOR, None
        kept.save(update_fields=["token_hash", "expires_at", "sent_at"])
        record_invitation(kept, "sent_again", author, now)
    mail_link(kept, secret, author.display_name, now)
    return kept


def revoke(*, invitation: Invitation, author: Membership, now: datetime) -> Invitation:
    """Its link invites nobody from now on. Raises `InvitationOver`."""
    with tenant_scope(invitation.tenant_id):
        kept = _locked(invitation)
        _revoke(kept, author, now)
    return kept


def revoke_all(*, person: Membership, author: Membership, now: datetime) -> int:
    """Of who is no admin any more, so that nobody joins on their word. How many it was. Inside the
    scope of that change."""
    waiting = list(open_of(person).select_for_update(no_key=True, of=("self",)))
    for one in waiting:
        _revoke(one, author, now)
    return len(waiting)


def open_of(person: Membership) -> QuerySet[Invitation]:
    mine = Invitation.objects.of(person.tenant_id).filter(invited_by=person)
    return mine.filter(NEITHER_USED_NOR_REVOKED)


def _revoke(invitation: Invitation, author: Membership, now: datetime) -> None:
    invitation.revoked_at, invitation.revoked_by = now, author
    invitation.save(update_fields=["revoked_at", "revoked_by"])
    record_invitation(invitation, "revoked", author, now)


def _locked(invitation: Invitation) -> Invitation:
    waiting = Invitation.objects.of(invitation.tenant_id).filter(NEITHER_USED_NOR_REVOKED)
    held = waiting.select_for_update(no_key=True, of=("self",)).select_related("tenant")
    kept = held.filter(pk=invitation.pk).first()
    if kept is None:
        raise InvitationOver
    return kept


def _refuse_member(author: Membership, email: str) -> None:
    found = Membership.objects.filter(tenant_id=author.tenant_id, user__email__iexact=email).first()
    if found is None:
        return
    if found.active:
        raise NotInvited(
            gettext("{email} is {display_name}, who works here already.").format(
                email=email, display_name=found.display_name
            )
        )
    raise NotInvited(
        gettext("{email} is {display_name}, who was deactivated: reactivate them instead.").format(
            email=email, display_name=found.display_name
        )
    )


def _refuse_too_many(tenant_id: int, now: datetime) -> None:
    mine = Invitation.objects.of(tenant_id)
    if mine.filter(NEITHER_USED_NOR_REVOKED).count() >= MOST_OPEN:
        raise NotInvited(
            gettext("{most_open} invitations are open: revoke some that nobody will use.").format(
                most_open=MOST_OPEN
            )
        )
    lately = Q(invited_at__gt=now - timedelta(hours=1))
    if mine.filter(lately).count() >= MOST_AN_HOUR:
        raise NotInvited(
            gettext("{most_an_hour} people were invited within an hour: go on later.").format(
                most_an_hour=MOST_AN_HOUR
            )
        )


def mail_link(invitation: Invitation, secret: str, host: str | Promise, now: datetime) -> None:
    """After the commit, so that no link is out that the database doesn't know. `host`: who invites.
    Raises `MailNotTaken`."""
    letter = {
        "name": invitation.display_name,
        "shop": invitation.tenant.name,
        "author": host,
        "email": invitation.email,
        "role": gettext_lazy(str(Role(invitation.role).label)),  # said when the mail is
        "link": link_of(invitation, secret),
    }
    with tenant_scope(invitation.tenant_id):
        language = language_for(invitation.email, tenant_id=invitation.tenant_id)
    if not send(INVITATION, letter, to=invitation.email, language=language):
        raise MailNotTaken
    with tenant_scope(invitation.tenant_id):
        mailed = Invitation.objects.of(invitation.tenant_id).filter(
            pk=invitation.pk, token_hash=hash_of(secret)
        )
        mailed.update(sent_at=now)
    invitation.sent_at = now
