"""What a change of the roster leaves: a ledger row, a line for people, and a look at what waits."""

from shopops import ledger
from shopops.alarms.bodies import moment
from shopops.alarms.clock import database_now
from shopops.alarms.events import key_of
from shopops.alarms.models import Absence, RosterChange, RosterContact
from shopops.alarms.ringing.again import take_back
from shopops.alarms.ringing.nobody import release
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.tenants.models import Membership


def record(
    person: Membership,
    change: str,
    author: Membership | None,
    *,
    contact: RosterContact | None = None,
    absence: Absence | None = None,
    proof: str = "",
) -> None:
    """Inside the scope of the change. Addresses stay out of the ledger."""
    now = database_now()
    body: dict[str, Json] = {"change": change, "person": key_of(person), "author": key_of(author)}
    if contact is not None:
        body |= {"contact": contact.pk, "step": contact.step, "shared": contact.shared}
    if absence is not None:
        body |= {"start": moment(absence.start), "end": moment(absence.end)}
    if proof:
        body["proof"] = proof
    event = NewEvent(
        kind=EventKind.ROSTER,
        actor=ActorType.SYSTEM if author is None else ActorType.HUMAN,
        occurred_at=now,
        body=body,
    )
    ledger.append(person.tenant_id, [event])
    RosterChange.objects.create(
        tenant_id=person.tenant_id,
        membership=person,
        contact=contact,
        change=change,
        author=author,
        at=now,
        step=None if contact is None else contact.step,
        shared=None if contact is None else contact.shared,
        start=None if absence is None else absence.start,
        end=None if absence is None else absence.end,
    )
    release(person.tenant_id, at_once=True)
    take_back(person.tenant_id)
