"""A shop's roster as the reading of mails needs it."""

from collections import defaultdict

from msgspec import Struct

from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.roster import Person, Roster
from shopops.alarms.models import RosterContact
from shopops.mailing.outgoing import SENDER_NAME
from shopops.tenants.models import Membership


class ShopRoster(Struct, frozen=True, kw_only=True):
    """`members` by identity key in hex."""

    roster: Roster
    members: dict[str, Membership]

    @property
    def names(self) -> Names:
        return Names([*self.roster.names, SENDER_NAME])

    def address_of(self, person: Person, stated: str) -> str:
        """The roster's own spelling of the address that a mail came from."""
        return next(each for each in person.addresses if comparable(each) == stated)


def roster_of(tenant_id: int) -> ShopRoster:
    """A mailbox that several share is an entry of its own."""
    addresses: defaultdict[tuple[int, bool], list[str]] = defaultdict(list)
    members: dict[int, Membership] = {}
    contacts = RosterContact.objects.counting(tenant_id)
    for contact in contacts.select_related("membership__tenant"):
        members[contact.membership_id] = contact.membership
        addresses[contact.membership_id, contact.shared].append(contact.email)
    people = [
        Person(
            key=bytes(members[member].identity_key).hex(),
            name=members[member].display_name,
            addresses=tuple(found),
            shared=shared,
        )
        for (member, shared), found in addresses.items()
    ]
    by_key = {bytes(member.identity_key).hex(): member for member in members.values()}
    return ShopRoster(roster=Roster(people), members=by_key)
