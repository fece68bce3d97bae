"""Whom a test can be sent to."""

from shopops.acknowledgments.domains import comparable
from shopops.alarms.models import RosterContact


class NobodyChosen(Exception):
    """No address of the roster is meant. The text says what to write instead."""


def contacts_of(tenant_id: int) -> list[RosterContact]:
    """In the order in which they are rung; shared ones and such that nobody confirmed too, since a
    test says what is wrong with them. In a scope."""
    found = RosterContact.objects.of(tenant_id).filter(active=True, membership__active=True)
    return list(found.select_related("membership__tenant").order_by("step", "id"))


def choose(tenant_id: int, who: str) -> RosterContact:
    """By name or by address, as the roster has it; empty: whoever is rung first. In a scope; raises
    `NobodyChosen`."""
    contacts = contacts_of(tenant_id)
    if not contacts:
        raise NobodyChosen("The roster has no address: add one first.")
    if not who:
        return contacts[0]
    meant = [contact for contact in contacts if _is(contact, who)]
    if len({contact.membership_id for contact in meant}) == 1:
        return meant[0]
    people = ", ".join(f"{each.membership.display_name} <{each.email}>" for each in contacts[:20])
    problem = "names several people" if meant else "is nobody on the roster"
    raise NobodyChosen(f"{who} {problem}. Choose from: {people}.")


def _is(contact: RosterContact, who: str) -> bool:
    address = comparable(who)
    if address is not None:
        return comparable(contact.email) == address
    name: str = contact.membership.display_name
    return name.casefold() == who.strip().casefold()
