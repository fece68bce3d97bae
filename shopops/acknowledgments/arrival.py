"""A mail at the door: dropped, held, or from a person of the roster."""

from collections.abc import Collection
from hashlib import sha256

from msgspec import Struct

from shopops.acknowledgments.automation import automation_of
from shopops.acknowledgments.mailbox import mailbox_of
from shopops.acknowledgments.outcomes import Outcome, Reason
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.roster import Person, Roster
from shopops.acknowledgments.sender import Proof, Trust, proof_of


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
        return _ended(machine)
    mailbox = mailbox_of(read)
    if isinstance(mailbox, Reason):
        return _ended(mailbox)
    person = roster.find(mailbox.address)
    proof = proof_of(read, mailbox, trust, is_known=person is not None)
    if isinstance(proof, Reason):
        return _ended(proof)
    if person is None:
        return _ended(Reason.STRANGER)
    return Arrival(outcome=Outcome.GO_ON, person=person, proof=proof)


def _ended(reason: Reason) -> Arrival:
    return Arrival(outcome=reason.outcome, reason=reason)


def signed_key(read: Read, sender: str) -> bytes | None:
    """The same for every copy of one signed mail, whatever Message-ID somebody gave it. None: the
    mail says nothing that would be the same."""
    if not read.signed_hash:
        return None
    return sha256(f"{sender}\n{read.signed_hash}".encode("utf-8", "replace")).digest()


def replay_key(read: Read) -> tuple[str, str]:
    """Sender and Message-ID, the same for every delivery of one mail; no id: its content."""
    mailbox = mailbox_of(read)
    sender = "" if isinstance(mailbox, Reason) else mailbox.address
    return sender, read.message_id or read.content_hash
