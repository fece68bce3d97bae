"""What else is known while a test waits: mails that came in from its person since."""

from shopops.acknowledgments.doctor.steps import Finding, State, Step, failed
from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.models import InboundMail, MailStatus, MailTest

NO_REQUEST = (
    "Nothing came in for this test yet. As long as the person has not answered, that is as it "
    "should be. A request to another address than this shop’s, or one that never reaches this "
    "site, leaves no trace here: look into the log of the provider or the mail server."
)
UNNAMED = (
    "A mail from this address came in since, but it names neither the test’s reply address nor its "
    "Message-ID."
)
ANSWER_IT = "Answer the test mail itself, to the address that it asks to be answered at."
STUCK = "The answer came in, but could not be handled, several times."
SEE_LOG = "An operator finds the cause in the log of the web server or the worker."
AGAIN = "It came in and is not handled yet; that is tried again every minute."


def hint(test: MailTest) -> Finding | None:
    """For the first step that is not reached. In a scope."""
    if test.steps.get(Step.SENT, {}).get("state") != State.PASSED:
        return None
    mail = _newest_from(test)
    if Step.KEPT not in test.steps:
        says, do = (UNNAMED, ANSWER_IT) if mail else (NO_REQUEST, "")
        return Finding(step=Step.ARRIVED, state=State.WAITING, says=says, do=do)
    if mail and mail.status == MailStatus.FAILED:
        return failed(Step.READ, STUCK, SEE_LOG)
    return Finding(step=Step.READ, state=State.WAITING, says=AGAIN)


def _newest_from(test: MailTest) -> InboundMail | None:
    mails = InboundMail.objects.of(test.tenant_id).filter(
        sealed__isnull=False, received_at__gte=test.created_at, sender=comparable(test.recipient)
    )
    return mails.defer("sealed", "reply").order_by("-received_at").first()
