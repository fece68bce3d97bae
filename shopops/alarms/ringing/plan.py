"""Who is told of which due items, and in how many mails. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import view
from shopops.alarms.ringing.due import Due
from shopops.alarms.ringing.whom import Contact, whom

MOST_IN_A_MAIL = 20


class Plan(Struct, frozen=True, kw_only=True):
    """One mail to one person. It takes its number from the first of its items."""

    contact: Contact
    items: list[Due]

    @property
    def mail_id(self) -> int:
        return self.items[0].spare_mail_id


def plan(
    found: Sequence[Due],
    roster: Sequence[Contact],
    config: AlarmConfig,
    *,
    most: int = MOST_IN_A_MAIL,
) -> tuple[list[Plan], list[Due]]:
    """The mails, and the items that nobody can be told of."""
    nobody: list[Due] = []
    of_person: dict[Contact, list[Due]] = {}
    for due in found:
        state = view(due.known.story, now=due.now, config=config)
        contact = whom(state, roster, refused=due.refused)
        if contact is None:
            nobody.append(due)
        else:
            of_person.setdefault(contact, []).append(due)
    mails = [
        Plan(contact=contact, items=items[start : start + most])
        for contact, items in of_person.items()
        for start in range(0, len(items), most)
    ]
    return mails, nobody
