"""A test begins: the settings are looked at, and the mail goes to the mail server."""

from msgspec.structs import replace

from shopops.acknowledgments.doctor.codes import new_test_code
from shopops.acknowledgments.doctor.letters import letter_of, reply_address_of
from shopops.acknowledgments.doctor.recording import findings_of, note
from shopops.acknowledgments.doctor.said import Says, as_it_is, said
from shopops.acknowledgments.doctor.settings_check import check_settings
from shopops.acknowledgments.doctor.steps import Finding, State, Step, failed, passed
from shopops.acknowledgments.models import MailTest
from shopops.alarms.clock import database_now
from shopops.alarms.models import RosterContact
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.refusals import NotMailable
from shopops.mailing.server import ServerAddressRefused
from shopops.mailing.transport import Outcome, Sent, Transport
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

PATIENCE = 10.0  # seconds; somebody looks on


def start_test(*, contact: RosterContact, author: Membership | None) -> MailTest:
    """`author` None: an operator on the command line. Nothing is sent on settings that can't
    work; whatever fails is a finding. Opens its own scopes."""
    settings = check_settings()
    with tenant_scope(contact.tenant_id):
        test = MailTest.objects.create(
            tenant_id=contact.tenant_id,
            membership=contact.membership,
            recipient=contact.email,
            code=new_test_code(),
            author=author,
            created_at=database_now(),
        )
        test.membership.tenant  # noqa: B018  read in the scope, for the letter
    note(test.tenant_id, test.pk, [settings])
    if settings.state is State.PASSED:
        note(test.tenant_id, test.pk, [_send(test)], if_=_is_unsent)
    with tenant_scope(test.tenant_id):
        return MailTest.objects.of(test.tenant_id).get(pk=test.pk)


def _is_unsent(test: MailTest) -> bool:
    """An answer that came in meanwhile knows better."""
    return all(finding.step is not Step.SENT for finding in findings_of(test))


def _send(test: MailTest) -> Finding:
    try:
        server = mail_server()
        with Transport(replace(server, timeout=min(PATIENCE, server.timeout))) as transport:
            sent = transport.send(
                letter_of(test), sender=reply_address_of(test), recipient=test.recipient
            )
    except (NoMailServer, ServerAddressRefused, NotMailable) as problem:
        return failed(Step.SENT, said(Says.NOT_WRITTEN, problem=as_it_is(str(problem))))
    return _words(sent, test.recipient, f"{server.host}:{server.port}")


def _words(sent: Sent, recipient: str, server: str) -> Finding:
    reply = sent.reply
    if sent.outcome is Outcome.ACCEPTED:
        took = said(Says.TOOK_IT, server=server, recipient=recipient, reply=reply)
        return passed(Step.SENT, took)
    if sent.outcome is Outcome.UNKNOWN:
        lost = said(Says.LOST, server=server, reply=reply)
        return failed(Step.SENT, lost, said(Says.MAY_HAVE_ARRIVED))
    if sent.no_such_address:
        nobody = said(Says.KNOWS_NOBODY, server=server, recipient=recipient, reply=reply)
        return failed(Step.SENT, nobody, said(Says.CORRECT_ROSTER))
    not_taken = said(Says.NOT_TAKEN, server=server, reply=reply)
    return failed(Step.SENT, not_taken, said(Says.CHECK_SERVER))
