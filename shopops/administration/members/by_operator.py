"""An operator of the site invites an admin, where no admin could: into a new shop, or one that has
none left."""

from datetime import datetime

from django.db import IntegrityError
from django.utils.translation import gettext

from shopops import ledger
from shopops.administration.members.inviting import UNIQUE_VIOLATION
from shopops.administration.members.links import GOOD_FOR, hash_of, new_secret
from shopops.administration.members.recording import record_invitation
from shopops.administration.members.refusals import NotInvited
from shopops.administration.models import NEITHER_USED_NOR_REVOKED, Invitation
from shopops.ledger import NewEvent
from shopops.ledger.searching import STRETCH, Sought, look
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.refusals import sqlstate_of
from shopops.tenants.scope import tenant_scope


class SomebodyThere(NotInvited):
    """The shop has people already: its admins invite others."""

    code = "somebody_there"


def invite_first_admin(
    *, tenant: Tenant, email: str, display_name: str, now: datetime, opened: NewEvent
) -> tuple[Invitation, str]:
    """Into a shop that nobody is in or invited to. The invitation, and the secret of its link.
    `opened` goes on the ledger before it, once for each shop.

    Of two at once one is the first. Raises `SomebodyThere`.
    """
    with tenant_scope(tenant.pk):
        _alone(tenant)
        people = Membership.objects.filter(tenant=tenant)
        if people.exists() or Invitation.objects.of(tenant.pk).exists():
            raise SomebodyThere
        if not _is_told(tenant, opened):
            ledger.append(tenant.pk, [opened])
        return _write_down(tenant, email, display_name, now)


def _is_told(tenant: Tenant, opened: NewEvent) -> bool:
    """It is where an invitation ran out and was deleted since. Nobody was ever in this shop, so its
    ledger is short."""
    rows = look(tenant.pk, Sought(kinds=[opened.kind]), before=None, limit=STRETCH).entries
    about = {name: opened.body[name] for name in ("of", "change")}
    return any(about.items() <= dict(row.body).items() for row in rows)


def invite_admin(
    *, tenant: Tenant, email: str, display_name: str, now: datetime
) -> tuple[Invitation, str]:
    """A new link for whoever is invited as admin already, or an invitation. Raises `NotInvited`."""
    try:
        with tenant_scope(tenant.pk):
            _alone(tenant)
            people = Membership.objects.filter(tenant=tenant, user__email__iexact=email)
            if people.exists():
                raise NotInvited(gettext("{email} is in this shop already.").format(email=email))
            waiting = Invitation.objects.of(tenant.pk).filter(NEITHER_USED_NOR_REVOKED)
            found = waiting.filter(email__iexact=email, role=Role.ADMIN).first()
            if found is not None:
                return _renew(found, now)
            return _write_down(tenant, email, display_name, now)
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
        raise NotInvited(
            gettext("{email} is invited in another role: revoke that first.").format(email=email)
        ) from error


def _alone(tenant: Tenant) -> None:
    """No other operator invites into this shop until the scope ends."""
    Tenant.objects.select_for_update(no_key=True).get(pk=tenant.pk)


def _write_down(
    tenant: Tenant, email: str, display_name: str, now: datetime
) -> tuple[Invitation, str]:
    secret = new_secret()
    invitation = Invitation.objects.create(
        tenant=tenant,
        email=email,
        display_name=display_name,
        role=Role.ADMIN,
        token_hash=hash_of(secret),
        invited_by=None,
        invited_at=now,
        expires_at=now + GOOD_FOR,
    )
    record_invitation(invitation, "invited", None, now)
    return invitation, secret


def _renew(invitation: Invitation, now: datetime) -> tuple[Invitation, str]:
    secret = new_secret()
    invitation.token_hash, invitation.expires_at = hash_of(secret), now + GOOD_FOR
    invitation.sent_at = None
    invitation.save(update_fields=["token_hash", "expires_at", "sent_at"])
    record_invitation(invitation, "sent_again", None, now)
    return invitation, secret
