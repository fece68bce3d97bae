"""How far an answer came, by the very functions that judge every mail that comes in."""

from collections.abc import Iterator

from msgspec import Struct

from shopops.acknowledgments.answer import RepliedTo, own_text, refuse_mail
from shopops.acknowledgments.arrival import Arrival
from shopops.acknowledgments.doctor.code_words import untyped_words
from shopops.acknowledgments.doctor.codes import is_test_code
from shopops.acknowledgments.doctor.said import Said, Says, said
from shopops.acknowledgments.doctor.sender_words import Vouching, servers_seen, unproven_words
from shopops.acknowledgments.doctor.steps import Finding, State, Step, failed, passed
from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.mailbox import Mailbox, mailbox_of
from shopops.acknowledgments.outcomes import DROPPED, Reason
from shopops.acknowledgments.reading.body import Body
from shopops.acknowledgments.reading.codes_in_text import codes_in
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.roster import Person, Roster
from shopops.acknowledgments.sender import Proof, Trust
from shopops.alarms.refusals import RefusalCode

PROVEN: dict[Proof, Says] = {
    Proof.PROVIDER: Says.PROVEN_BY_PROVIDER,
    Proof.OWN_DKIM: Says.PROVEN_BY_DKIM,
    Proof.UNPROVEN: Says.TAKEN_UNPROVEN,
}
READ_ADVICE: dict[Reason, Says] = {
    Reason.TOO_MUCH: Says.SHORT_MAIL,
    Reason.BROKEN_HEADERS: Says.FIND_BREAKER,
}


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
    yield passed(Step.READ, said(Says.IS_FROM, address=mailbox.address))
    yield _sender(answered, mailbox)
    refusal = _refusal(answered)
    yield _roster(answered, mailbox, refusal)
    yield _tag(answered, refusal)
    yield _code(answered)


def _unread(read: Read, reason: Reason) -> Finding:
    says, do = said(read.too_much or reason), said(READ_ADVICE.get(reason, Says.WRITE_ANEW))
    return failed(Step.READ, says, do)


def _sender(answered: Answered, mailbox: Mailbox) -> Finding:
    arrival, trust = answered.arrival, answered.trust
    if arrival.proof is Proof.AUTHENTICATION_RESULTS:
        return passed(Step.SENDER, said(Says.PROVEN_BY_SERVER, trusted=trust.authserv_id or ""))
    if arrival.proof is not None:
        return passed(Step.SENDER, said(PROVEN[arrival.proof]))
    if arrival.reason is Reason.STRANGER or arrival.reason is None:
        return passed(Step.SENDER, said(Says.PROVEN))
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
            said(Says.SHARED, address=mailbox.address),
            said(Says.OWN_ADDRESS_ON_ROSTER),
        )
    return passed(Step.ROSTER, said(Says.IS_PERSON, address=mailbox.address, name=person.name))


def _stranger(answered: Answered, address: str) -> tuple[Said, Said]:
    people = [person for person in answered.roster.people if _has(person, address)]
    if len(people) > 1:
        names = ", ".join(person.name for person in people)
        return (
            said(Says.MORE_THAN_ONCE, address=address, names=names),
            said(Says.LEAVE_WITH_ONE),
        )
    return (
        said(Says.NOT_ON_ROSTER, address=address),
        said(Says.ADD_ADDRESS, address=answered.address),
    )


def _has(person: Person, address: str) -> bool:
    return any(comparable(each) == address for each in person.addresses)


def _tag(answered: Answered, refusal: RefusalCode | None) -> Finding:
    person = answered.arrival.person
    if not answered.tagged:
        addresses = ", ".join(answered.read.recipients[:3])
        came = said(Says.NO_TAG, addresses=addresses) if addresses else said(Says.NO_TAG_NO_ADDRESS)
        return failed(Step.TAG, came, said(Says.LEAVE_TAG))
    other = person is not None and person.key != answered.key
    if other or refusal is RefusalCode.OTHER_REPLY_ADDRESS:
        whose = (
            said(Says.OTHER_PERSON, name=answered.name, other=person.name)
            if person
            else said(Says.SOMEBODY_ELSE, name=answered.name)
        )
        return failed(Step.TAG, whose, said(Says.OWN_TEST))
    return passed(Step.TAG, said(Says.NAMES_PERSON, name=answered.name))


def _code(answered: Answered) -> Finding:
    body = answered.read.body
    if body is None:
        return failed(Step.CODE, said(Says.NO_TEXT), said(Says.PLAIN_TEXT))
    return _typed(answered, body)


def _typed(answered: Answered, body: Body) -> Finding:
    codes = codes_in(own_text(body, answered.names), is_code=is_test_code)
    typed = [code.code for code in codes.typed]
    if answered.code in typed:
        return passed(Step.CODE, said(Says.TYPED))
    return failed(Step.CODE, *untyped_words(answered.code, typed, codes.seen))
