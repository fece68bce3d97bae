"""Who can be rung at which address: every change is a ledger row, and none names an address.

Each command is a transaction of its own. Items that nobody could be told of are looked at again
at once, because now perhaps somebody can.
"""

from datetime import datetime
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils.translation import gettext

from shopops.alarms.clock import database_now
from shopops.alarms.models import Absence, RosterContact
from shopops.alarms.roster_changes import record
from shopops.mailing.headers import mail_address
from shopops.mailing.refusals import NotMailable
from shopops.tenants.access import hold_author
from shopops.tenants.models import DECIDERS, Membership
from shopops.tenants.scope import tenant_scope

LARGEST_STEP = 100


class ContactRefused(ValueError):
    """The roster stays as it is; the message says what to change."""


class ContactMoved(ContactRefused):
    """Somebody changed this address meanwhile. Look at it as it is now, then save again."""


class Seen(NamedTuple):
    """An address as somebody saw it who now wants it changed."""

    step: int
    shared: bool
    active: bool


def put_contact(
    *,
    person: Membership,
    email: str,
    step: int,
    author: Membership | None,
    shared: bool = False,
    verified_at: datetime | None = None,
) -> RosterContact:
    """Ring this person at this address on this step; an address that is there is changed.

    It is rung once it is confirmed: `confirm_contact`, or `verified_at` from an operator who knows
    it. `author` None: an operator on the command line. Raises `ContactRefused`.
    """
    address = _checked(person, email.strip(), step)
    with tenant_scope(person.tenant_id):
        hold_author(author)
        _refuse_taken(person, address, shared=shared)
        own = RosterContact.objects.of(person.tenant_id).filter(membership=person)
        known = (one for one in own.order_by("pk") if _is_same(one.email, address))
        contact = next(known, None) or RosterContact(
            tenant_id=person.tenant_id,
            membership=person,
            email=address,
            created_at=database_now(),
        )
        change = "changed" if contact.pk else "added"
        contact.step, contact.shared, contact.active = step, shared, True
        contact.verified_at = verified_at or contact.verified_at
        contact.save()
        record(contact.membership, change, author, contact=contact)
    return contact


def change_contact(
    *, contact: RosterContact, to: Seen, seen: Seen, author: Membership | None
) -> RosterContact:
    """Another step, another mark, on or off again. Raises `ContactMoved` when it is not as it was
    `seen`, and `ContactRefused`. What is on the roster already is not written again."""
    _checked(contact.membership, contact.email, to.step)
    with tenant_scope(contact.tenant_id):
        hold_author(author)
        held = RosterContact.objects.of(contact.tenant_id).select_for_update(no_key=True)
        kept = held.get(pk=contact.pk)
        if seen != Seen(kept.step, kept.shared, kept.active):
            raise ContactMoved(ContactMoved.__doc__)
        if to.active:
            _refuse_taken(kept.membership, kept.email, shared=to.shared)
        if to != seen:
            kept.step, kept.shared, kept.active = to
            kept.save(update_fields=["step", "shared", "active"])
            record(kept.membership, "changed", author, contact=kept)
    return kept


def remove_contact(*, contact: RosterContact, author: Membership | None) -> bool:
    """Ring this address no more; False when that was so already. Its row and history stay."""
    with tenant_scope(contact.tenant_id):
        hold_author(author)
        live = RosterContact.objects.of(contact.tenant_id).filter(pk=contact.pk, active=True)
        if not live.update(active=False):
            return False
        record(contact.membership, "removed", author, contact=contact)
    return True


def remove_all(*, person: Membership, author: Membership | None) -> int:
    """Ring this person nowhere more, because they leave or may decide no longer. How many
    addresses it was. Inside the scope of that change."""
    on_call = RosterContact.objects.of(person.tenant_id).filter(membership=person, active=True)
    contacts = list(on_call.select_for_update(no_key=True).order_by("pk"))
    for contact in contacts:
        contact.active = False
        contact.save(update_fields=["active"])
        record(person, "removed", author, contact=contact)
    return len(contacts)


def confirm_contact(
    *, contact: RosterContact, author: Membership | None, proof: str
) -> RosterContact | None:
    """Whoever reads this address confirmed it (`proof` "link"), or an operator says so
    ("operator"): it may be rung. None when it is confirmed already, or switched off."""
    with tenant_scope(contact.tenant_id):
        waiting = RosterContact.objects.of(contact.tenant_id).filter(
            pk=contact.pk, active=True, verified_at=None, membership__active=True
        )
        kept = waiting.select_for_update(no_key=True, of=("self",)).first()
        if kept is None:
            return None
        kept.verified_at = database_now()
        kept.save(update_fields=["verified_at"])
        record(kept.membership, "verified", author, contact=kept, proof=proof)
    return kept


def set_absence(
    *, person: Membership, start: datetime, end: datetime, author: Membership | None
) -> Absence:
    """Don't ring this person from `start` to `end`; a stay that was entered before is replaced."""
    now = database_now()
    if end <= start:
        raise ContactRefused(gettext("The absence ends before it starts: correct one of the two."))
    if end <= now:
        raise ContactRefused(gettext("The absence is over already: choose a later end."))
    with tenant_scope(person.tenant_id):
        absence, _ = Absence.objects.update_or_create(
            tenant_id=person.tenant_id, membership=person, defaults={"start": start, "end": end}
        )
        record(person, "away", author, absence=absence)
    return absence


def end_absence(*, person: Membership, author: Membership | None) -> bool:
    """Ring this person again from now on; False when nothing was entered."""
    with tenant_scope(person.tenant_id):
        gone, _ = Absence.objects.of(person.tenant_id).filter(membership=person).delete()
        if not gone:
            return False
        record(person, "back", author)
    return True


def _checked(person: Membership, address: str, step: int) -> str:
    if not person.active:
        gone = gettext("{name} no longer works here: choose somebody else.")
        raise ContactRefused(gone.format(name=person.display_name))
    if person.role not in DECIDERS:
        reads = gettext("{name} may read but not answer: give them the role Reviewer first.")
        raise ContactRefused(reads.format(name=person.display_name))
    if not 0 <= step <= LARGEST_STEP:
        number = gettext("A step is a number from 0 to {largest}.")
        raise ContactRefused(number.format(largest=LARGEST_STEP))
    try:
        validate_email(address)
    except ValidationError:
        said = gettext("“{address}” is not an e-mail address: correct it.")
        raise ContactRefused(said.format(address=address)) from None
    return address


def _refuse_taken(person: Membership, address: str, *, shared: bool) -> None:
    """An answer from an address that two people have would be nobody's; and whoever reads another
    person's address could answer, and confirm it, in this one's name."""
    others = RosterContact.objects.of(person.tenant_id).filter(
        Q(active=True) | Q(verified_at__isnull=False, membership__active=True)
    )
    others = others.exclude(membership=person).select_related("membership")
    taken = next((one for one in others if _is_same(one.email, address)), None)
    if taken is not None and not (shared and taken.shared):
        said = _on_call() if taken.active else _was_confirmed()
        raise ContactRefused(said.format(address=address, name=taken.membership.display_name))
    if not shared:
        _refuse_sign_in_of_another(person, address)


def _on_call() -> str:
    return gettext(
        "{address} is on call for {name} already, and an answer from it could be from either. Use "
        "an address of their own, or mark both as shared."
    )


def _was_confirmed() -> str:
    return gettext(
        "{address} was confirmed for {name} already, and an answer from it could be from either. "
        "Use an address of their own, or mark both as shared."
    )


def _refuse_sign_in_of_another(person: Membership, address: str) -> None:
    others = Membership.objects.filter(tenant_id=person.tenant_id, active=True)
    others = others.exclude(pk=person.pk).select_related("user")
    owner = next((one for one in others if _is_same(one.user.email, address)), None)
    if owner is not None:
        said = gettext(
            "{owner} signs in as {address}, so it can’t be {name}’s alone. Use an address of their "
            "own, or mark it as a shared mailbox."
        )
        raise ContactRefused(
            said.format(owner=owner.display_name, address=address, name=person.display_name)
        )


def _is_same(one: str, other: str) -> bool:
    """Whatever the case, and whether its domain is written in A-labels."""
    return _spelled(one) == _spelled(other)


def _spelled(address: str) -> str:
    try:
        return mail_address(address).lower()
    except NotMailable:
        return address.lower()
