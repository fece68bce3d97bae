"""How far an answer came, by the very functions that judge every mail that comes in."""

from collections.abc import Iterator

from msgspec import Struct

from shopops.acknowledgments.answer import RepliedTo, own_text, refuse_mail
from shopops.acknowledgments.arrival import Arrival
from shopops.acknowledgments.doctor.code_words import untyped_words
from shopops.acknowledgments.doctor.codes import is_test_code
from shopops.acknowledgments.doctor.sender_words import Vouching, servers_seen, unproven_words
from shopops.acknowledgments.doctor.steps import Finding, State, Step, failed, passed
from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.mailbox import Mailbox, mailbox_of
from shopops.acknowledgments.outcomes import DROPPED, EXCESSES, SENTENCES, Reason
from shopops.acknowledgments.reading.body import Body
from shopops.acknowledgments.reading.codes_in_text import codes_in
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.roster import Person, Roster
from shopops.acknowledgments.sender import Proof, Trust
from shopops.alarms.refusals import RefusalCode

PROVEN: dict[Proof, str] = {
    Proof.AUTHENTICATION_RESULTS: "`{trusted}` says that DMARC passed.",
    Proof.PROVIDER: "The mail provider says that DMARC passed.",
    Proof.OWN_DKIM: "The sender’s own DKIM signature holds, as this site checked.",
    Proof.UNPROVEN: "Nobody: this shop takes mail on the word of its From header.",
}
READ_ADVICE: dict[Reason, str] = {
    Reason.TOO_MUCH: "Answer with a short mail without attachments.",
    Reason.BROKEN_HEADERS: "Find the mail system on the way that breaks its headers.",
}
WRITE_ANEW = "Answer once more, from an ordinary mail program and by hand."


class Answered(Struct, frozen=True, kw_only=True):
    """A test and the mail that answers it. `key`: the identity key of whom the test was sent to,
    `name` and `address` theirs. `tagged`: the mail came to the test's own reply address."""

    read: Read
    arrival: Arrival
    trust: Trust
    roster: Roster
    names: Names
    key: str
    name: str
    address: str
    code: str
    tagged: bool


def judge(answered: Answered) -> list[Finding]:
    """From READ on, down to the first step that failed."""
    found = []
    for finding in _steps(answered):
        found.append(finding)
        if finding.state is State.FAILED:
            break
    return found


def _steps(answered: Answered) -> Iterator[Finding]:
    mailbox = mailbox_of(answered.read)
    reason = answered.arrival.reason
    if isinstance(mailbox, Reason) or (reason in DROPPED and reason is not Reason.STRANGER):
        yield _unread(answered.read, reason or Reason.FROM_DEFECT)
        return
    yield passed(Step.READ, f"It is from {mailbox.address}.")
    yield _sender(answered, mailbox)
    refusal = _refusal(answered)
    yield _roster(answered, mailbox, refusal)
    yield _tag(answered, refusal)
    yield _code(answered)


def _unread(read: Read, reason: Reason) -> Finding:
    says = EXCESSES[read.too_much] if read.too_much else SENTENCES[reason]
    return failed(Step.READ, says, READ_ADVICE.get(reason, WRITE_ANEW))


def _sender(answered: Answered, mailbox: Mailbox) -> Finding:
    arrival, trust = answered.arrival, answered.trust
    if arrival.proof is not None:
        return passed(Step.SENDER, PROVEN[arrival.proof].format(trusted=trust.authserv_id))
    if arrival.reason is Reason.STRANGER or arrival.reason is None:
        return passed(Step.SENDER, "The sender is proven.")
    vouching = Vouching(
        seen=servers_seen(answered.read),
        trusted=trust.authserv_id,
        is_known=answered.roster.find(mailbox.address) is not None,
    )
    return failed(Step.SENDER, *unproven_words(arrival.reason, vouching))


def _refusal(answered: Answered) -> RefusalCode | None:
    """What the whole mail is refused for, were it an answer to an alarm."""
    person = answered.arrival.person
    tag = RepliedTo(answered.key) if answered.tagged else None
    return refuse_mail(person, tag, answered.read.body) if person else None


def _roster(answered: Answered, mailbox: Mailbox, refusal: RefusalCode | None) -> Finding:
    person = answered.arrival.person
    if person is None:
        return failed(Step.ROSTER, *_stranger(answered, mailbox.address))
    if refusal is RefusalCode.SHARED_MAILBOX:
        return failed(
            Step.ROSTER,
            f"Several people read {mailbox.address}, so an answer from it confirms nobody.",
            "Put an address of the person’s own on the roster and answer from there.",
        )
    return passed(Step.ROSTER, f"{mailbox.address} is {person.name}.")


def _stranger(answered: Answered, address: str) -> tuple[str, str]:
    people = [person for person in answered.roster.people if _has(person, address)]
    if len(people) > 1:
        names = ", ".join(person.name for person in people)
        return (
            f"{address} stands on the roster more than once ({names}), so it is nobody’s.",
            "Leave it with one person, once, and not also as a shared mailbox.",
        )
    return (
        f"The sender is proven, but {address} is not on this shop’s roster, or not confirmed.",
        f"Add and confirm exactly this address, or answer from {answered.address}.",
    )


def _has(person: Person, address: str) -> bool:
    return any(comparable(each) == address for each in person.addresses)


def _tag(answered: Answered, refusal: RefusalCode | None) -> Finding:
    person = answered.arrival.person
    if not answered.tagged:
        came = ", ".join(answered.read.recipients[:3]) or "nobody"
        return failed(
            Step.TAG,
            f"The answer is addressed to {came}, without the part after the + by which we know it.",
            "Let the mail system leave addresses like reply+…@ as they are (Postfix: "
            "recipient_delimiter = +), and answer to the address that the mail asks for.",
        )
    other = person is not None and person.key != answered.key
    if other or refusal is RefusalCode.OTHER_REPLY_ADDRESS:
        who = person.name if person else "somebody else"
        return failed(
            Step.TAG,
            f"The test was sent to {answered.name}; the answer is {who}’s.",
            "Each person answers their own mail: send that person a test of their own.",
        )
    return passed(Step.TAG, f"It names {answered.name} and this test.")


def _code(answered: Answered) -> Finding:
    body = answered.read.body
    if body is None:
        return failed(
            Step.CODE,
            "No text can be read in the answer.",
            "Answer with plain text or HTML; Outlook’s “rich text” (winmail.dat) can’t be read.",
        )
    return _typed(answered, body)


def _typed(answered: Answered, body: Body) -> Finding:
    codes = codes_in(own_text(body, answered.names), is_code=is_test_code)
    typed = [code.code for code in codes.typed]
    if answered.code in typed:
        return passed(Step.CODE, "It was typed alone on a line.")
    return failed(Step.CODE, *untyped_words(answered.code, typed, codes.seen))
