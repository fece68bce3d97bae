"""A mail at the door: dropped, held, or from a person of the roster."""

from collections.abc import Collection

from msgspec import Struct

from shopops.acknowledgments.automation import automation_of
from shopops.acknowledgments.mailbox import mailbox_of
from shopops.acknowledgments.outcomes import Outcome, Reason
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.roster import Person, Roster
from shopops.acknowledgments.sender import Proof, Sender, Trust, verified_sender


class Arrival(Struct, frozen=True, kw_only=True):
    """GO_ON has a person and how they were verified; every other outcome has a reason."""

    outcome: Outcome
    reason: Reason | None = None
    person: Person | None = None
    proof: Proof | None = None


def judge_arrival(
    read: Read,
    *,
    roster: Roster,
    trust: Trust,
    own_addresses: Collection[str] = (),
    envelope_sender: str | None = None,
) -> Arrival:
    """Machines first: their mail is dropped without an answer, whoever it claims to be from."""
    machine = automation_of(read, own_addresses=own_addresses, envelope_sender=envelope_sender)
    if machine:
        return Arrival(outcome=machine.outcome, reason=machine)
    sender = verified_sender(read, trust)
    if not isinstance(sender, Sender):
        return Arrival(outcome=sender.outcome, reason=sender)
    person = roster.find(sender.mailbox.address)
    if person is None:
        return Arrival(outcome=Outcome.DROP, reason=Reason.STRANGER)
    return Arrival(outcome=Outcome.GO_ON, person=person, proof=sender.proof)


def replay_key(read: Read) -> tuple[str, str]:
    """Sender and Message-ID, the same for every delivery of one mail; no id: its content."""
    mailbox = mailbox_of(read)
    sender = "" if isinstance(mailbox, Reason) else mailbox.address
    return sender, read.message_id or read.content_hash
