"""A test begins: the settings are looked at, and the mail goes to the mail server."""

from msgspec.structs import replace

from shopops.acknowledgments.doctor.codes import new_test_code
from shopops.acknowledgments.doctor.letters import letter_of, reply_address_of
from shopops.acknowledgments.doctor.recording import findings_of, note
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
        return failed(Step.SENT, f"No mail could be written: {problem}")
    return _words(sent, test.recipient, f"{server.host}:{server.port}")


def _words(sent: Sent, recipient: str, server: str) -> Finding:
    if sent.outcome is Outcome.ACCEPTED:
        return passed(Step.SENT, f"{server} took the mail for {recipient}: {sent.reply}")
    if sent.outcome is Outcome.UNKNOWN:
        says = f"The connection to {server} was lost before it said that it took it: {sent.reply}"
        return failed(Step.SENT, says, "The mail may have arrived: answer it, else test again.")
    if sent.no_such_address:
        return failed(
            Step.SENT, f"{server} knows no {recipient}: {sent.reply}", "Correct it on the roster."
        )
    return failed(
        Step.SENT,
        f"{server} did not take the mail: {sent.reply}",
        "Check the server, the name and the password in SHOPOPS_SMTP_URL.",
    )
