"""`manage.py roster {show,put,remove,confirm,away,back} --tenant SLUG …`"""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.administration.people.confirming import NotAsked, ask_to_confirm
from shopops.alarms.clock import database_now
from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.roster import (
    ContactRefused,
    confirm_contact,
    end_absence,
    put_contact,
    remove_contact,
    set_absence,
)
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.shops import UnknownTenant, find_tenant

Run = Callable[[Tenant, dict[str, Any]], str]


class Command(BaseCommand):
    help = "Shows who is on call in a shop, and changes it as its settings page does."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        for name, (_, said, arguments) in ACTIONS.items():
            action = actions.add_parser(name, help=said)
            action.add_argument("--tenant", required=True, metavar="SLUG")
            for flag, extra in arguments.items():
                action.add_argument(flag, **extra)

    def handle(self, *args: Any, **options: Any) -> None:
        run = ACTIONS[options["action"]][0]
        try:
            self.stdout.write(run(find_tenant(options["tenant"]), options))
        except UnknownTenant as unknown:
            raise CommandError(str(unknown), returncode=2) from unknown
        except (ContactRefused, NotAsked) as refusal:
            raise CommandError(str(refusal)) from refusal


def _show(tenant: Tenant, _: dict[str, Any]) -> str:
    rung = {(one.membership_id, one.email) for one in contacts(tenant.pk)}
    found = RosterContact.objects.of(tenant.pk).select_related("membership")
    lines = [
        f"step {one.step}  {one.membership.display_name} <{one.email}>  "
        + ("rung" if (one.membership_id, one.email) in rung else f"not rung: {_why(one)}")
        + (", shared mailbox" if one.shared else "")
        for one in found.order_by("-active", "step", "id")
    ]
    return "\n".join(lines) or "Nobody is on call: add somebody with `roster put`."


def _put(tenant: Tenant, options: dict[str, Any]) -> str:
    contact = put_contact(
        person=_person(tenant, options["person"]),
        email=options["email"],
        step=options["step"],
        shared=options["shared"],
        author=None,
        verified_at=database_now() if options["confirmed"] else None,
    )
    if contact.verified_at is not None:
        return f"{contact.email} is on call on step {contact.step}."
    ask_to_confirm(contact=contact, author=None)
    return f"{contact.email} was asked to confirm; it is rung once somebody there did."


def _remove(tenant: Tenant, options: dict[str, Any]) -> str:
    gone = remove_contact(contact=_contact(tenant, options), author=None)
    return "It is rung no more." if gone else "It was switched off before."


def _confirm(tenant: Tenant, options: dict[str, Any]) -> str:
    done = confirm_contact(contact=_contact(tenant, options), author=None, proof="operator")
    return "It is confirmed, on your word." if done else "Nothing to confirm."


def _away(tenant: Tenant, options: dict[str, Any]) -> str:
    start, end = (_moment(tenant, options[name]) for name in ("start", "end"))
    person = _person(tenant, options["person"])
    set_absence(person=person, start=start, end=end, author=None)
    return f"{person.display_name} is not rung meanwhile."


def _back(tenant: Tenant, options: dict[str, Any]) -> str:
    person = _person(tenant, options["person"])
    if end_absence(person=person, author=None):
        return f"{person.display_name} is rung again."
    return "No absence was entered."


def _person(tenant: Tenant, email: str) -> Membership:
    people = Membership.objects.filter(tenant=tenant, user__email__iexact=email)
    person = people.first()
    if person is None:
        raise CommandError(f"Nobody of {tenant.name} signs in as {email}.")
    return person


def _contact(tenant: Tenant, options: dict[str, Any]) -> RosterContact:
    person = _person(tenant, options["person"])
    found = RosterContact.objects.of(tenant.pk).filter(
        membership=person, email__iexact=options["email"]
    )
    contact = found.select_related("membership").first()
    if contact is None:
        raise CommandError(f"{person.display_name} has no address {options['email']}.")
    return contact


def _moment(tenant: Tenant, text: str) -> datetime:
    """Of the shop's wall clock, unless it names its own offset."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is no time: write it like 2026-03-01T18:00.") from None
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(tenant.timezone))


def _why(contact: RosterContact) -> str:
    if not contact.membership.active:
        return "left the shop"
    if not contact.active:
        return "switched off"
    return "not confirmed" if contact.verified_at is None else "away, or not mailable"


PERSON: dict[str, Any] = {
    "required": True,
    "metavar": "SIGN-IN",
    "help": "the address that the person signs in with",
}
EMAIL: dict[str, Any] = {"required": True, "help": "the address that is rung"}
TIME: dict[str, Any] = {"required": True, "help": "like 2026-03-01T18:00, on the shop's clock"}
ACTIONS: dict[str, tuple[Run, str, dict[str, dict[str, Any]]]] = {
    "show": (_show, "who is on call, and who is not rung and why", {}),
    "put": (
        _put,
        "put an address on call, or change one; it is asked to confirm",
        {
            "--person": PERSON,
            "--email": EMAIL,
            "--step": {"type": int, "default": 0},
            "--shared": {"action": "store_true", "help": "several people read this mailbox"},
            "--confirmed": {"action": "store_true", "help": "on your word, without asking"},
        },
    ),
    "remove": (_remove, "ring an address no more", {"--person": PERSON, "--email": EMAIL}),
    "confirm": (
        _confirm,
        "say that the person reads this address",
        {"--person": PERSON, "--email": EMAIL},
    ),
    "away": (_away, "enter an absence", {"--person": PERSON, "--start": TIME, "--end": TIME}),
    "back": (_back, "end it", {"--person": PERSON}),
}
