"""Whoever reads an address confirms it, before any code goes there: a signed link in a mail, and
a button behind it, because programs open links too."""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from shopops.administration.people.letters import CONFIRM, NOTICE, send
from shopops.administration.refusals import SettingsRefusal
from shopops.alarms.clock import database_now
from shopops.alarms.models import RosterContact
from shopops.alarms.roster import confirm_contact
from shopops.tenants.languages import language_of
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

SALT = "shopops confirm address 1"
GOOD_FOR = timedelta(days=3)
WAIT = timedelta(minutes=2)  # between two mails to one address


class NotAsked(SettingsRefusal):
    """The mail that asks for the confirmation was not sent."""

    code = "not_asked"


class AskedJustNow(NotAsked):
    """The mail was sent a moment ago. Look for it, also in the spam folder, before sending one
    more."""

    code = "asked_just_now"


class NothingToConfirm(NotAsked):
    """This address is confirmed already, or switched off. The page below is as it is now."""

    code = "nothing_to_confirm"
    status = 409


class MailNotTaken(NotAsked):
    """The mail server did not take the mail, so nobody was asked. Try again later, or let an
    operator confirm the address: manage.py roster confirm."""

    code = "mail_not_taken"


def ask_to_confirm(*, contact: RosterContact, author: Membership | None) -> None:
    """Mail the link to the address, and tell the person at those that are confirmed already.

    Raises a `NotAsked`; then nobody was written to, or the mail server's word is missing and the
    mail may be sent again at once.
    """
    tenant_id, now = contact.tenant_id, database_now()
    with tenant_scope(tenant_id):
        held = RosterContact.objects.of(tenant_id).select_for_update(no_key=True, of=("self",))
        kept = held.select_related("membership__tenant", "membership__user").get(pk=contact.pk)
        if kept.verified_at is not None or not kept.active or not kept.membership.active:
            raise NothingToConfirm
        if kept.asked_at is not None and now - kept.asked_at < WAIT:
            raise AskedJustNow
        is_new, kept.asked_at = kept.asked_at is None, now
        language = language_of(kept.membership)
        kept.save(update_fields=["asked_at"])
    letter = _letter(kept, author)
    if not send(CONFIRM, letter, to=kept.email, language=language):
        with tenant_scope(tenant_id):
            asked = RosterContact.objects.of(tenant_id).filter(pk=kept.pk, asked_at=now)
            asked.update(asked_at=None)
        raise MailNotTaken
    if is_new:
        for address in _known_addresses(kept):
            send(NOTICE, letter, to=address, language=language)


def token_of(contact: RosterContact) -> str:
    """Good for this address only, for three days."""
    return signing.dumps([contact.tenant_id, contact.pk, contact.email], salt=SALT)


def contact_of(token: str) -> RosterContact | None:
    """None: nobody signed this, it is too old, or the address is no longer on the roster."""
    try:
        tenant_id, contact_id, email = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError):
        return None
    with tenant_scope(tenant_id):
        found = RosterContact.objects.of(tenant_id).filter(
            pk=contact_id, email=email, active=True, membership__active=True
        )
        return found.select_related("membership__tenant", "membership__user").first()


def confirm(contact: RosterContact) -> bool:
    """The person says so themself, unless several read this mailbox: then nobody in particular."""
    person = None if contact.shared else contact.membership
    return confirm_contact(contact=contact, author=person, proof="link") is not None


def _known_addresses(contact: RosterContact) -> list[str]:
    """Of the same person: whoever slips in an address for somebody is found out by them."""
    known = RosterContact.objects.of(contact.tenant_id).filter(
        membership=contact.membership, active=True, verified_at__isnull=False
    )
    return [one.email for one in known.exclude(pk=contact.pk)]


def _letter(contact: RosterContact, author: Membership | None) -> dict[str, str]:
    path = reverse("administration:confirm_address", args=[token_of(contact)])
    return {
        "name": contact.membership.display_name,
        "shop": contact.membership.tenant.name,
        "author": "An operator" if author is None else author.display_name,
        "email": contact.email,
        "link": f"{settings.SHOPOPS_SITE_URL}{path}",
    }
