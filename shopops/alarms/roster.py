"""Who can be rung at which address: every change is a ledger row, and none names an address.

Each command is a transaction of its own. Items that nobody could be told of are looked at again
at once, because now perhaps somebody can.
"""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from shopops import ledger
from shopops.alarms.clock import database_now
from shopops.alarms.events import key_of
from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.nobody import release
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

LARGEST_STEP = 100


class ContactRefused(ValueError):
    """The roster stays as it is; the message says what to change."""


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

    `author` None: an operator on the command line. Raises `ContactRefused`.
    """
    address = _checked(person, email.strip(), step)
    with tenant_scope(person.tenant_id):
        found = RosterContact.objects.of(person.tenant_id).filter(
            membership=person, email__iexact=address
        )
        contact = found.first() or RosterContact(
            tenant_id=person.tenant_id,
            membership=person,
            email=address,
            created_at=database_now(),
        )
        change = "changed" if contact.pk else "added"
        contact.step, contact.shared, contact.active = step, shared, True
        contact.verified_at = verified_at or contact.verified_at
        contact.save()
        _record(contact, change, author)
    return contact


def remove_contact(*, contact: RosterContact, author: Membership | None) -> bool:
    """Ring this address no more; False when that was so already."""
    with tenant_scope(contact.tenant_id):
        live = RosterContact.objects.of(contact.tenant_id).filter(pk=contact.pk, active=True)
        if not live.update(active=False):
            return False
        _record(contact, "removed", author)
    return True


def _checked(person: Membership, address: str, step: int) -> str:
    if not person.active:
        raise ContactRefused(f"{person.display_name} no longer works here: choose somebody else.")
    if not 0 <= step <= LARGEST_STEP:
        raise ContactRefused(f"A step is a number from 0 to {LARGEST_STEP}.")
    try:
        validate_email(address)
    except ValidationError:
        raise ContactRefused(f"{address!r} is not an e-mail address: correct it.") from None
    return address


def _record(contact: RosterContact, change: str, author: Membership | None) -> None:
    body: dict[str, Json] = {
        "change": change,
        "person": key_of(contact.membership),
        "contact": contact.pk,
        "step": contact.step,
        "shared": contact.shared,
        "author": key_of(author),
    }
    event = NewEvent(
        kind=EventKind.ROSTER,
        actor=ActorType.SYSTEM if author is None else ActorType.HUMAN,
        occurred_at=database_now(),
        body=body,
    )
    ledger.append(contact.tenant_id, [event])
    release(contact.tenant_id, at_once=True)
