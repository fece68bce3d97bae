"""What else is known while a test waits: mails that came in from its person since."""

from shopops.acknowledgments.doctor.said import Says, said
from shopops.acknowledgments.doctor.steps import Finding, State, Step, failed
from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.models import InboundMail, MailStatus, MailTest


def hint(test: MailTest) -> Finding | None:
    """For the first step that is not reached. In a scope."""
    if test.steps.get(Step.SENT, {}).get("state") != State.PASSED:
        return None
    mail = _newest_from(test)
    if Step.KEPT not in test.steps:
        says = (said(Says.UNNAMED if mail else Says.NO_REQUEST),)
        do = (said(Says.ANSWER_IT),) if mail else ()
        return Finding(step=Step.ARRIVED, state=State.WAITING, says=says, do=do)
    if mail and mail.status == MailStatus.FAILED:
        return failed(Step.READ, said(Says.STUCK), said(Says.SEE_LOG))
    return Finding(step=Step.READ, state=State.WAITING, says=(said(Says.AGAIN),))


def _newest_from(test: MailTest) -> InboundMail | None:
    mails = InboundMail.objects.of(test.tenant_id).filter(
        sealed__isnull=False, received_at__gte=test.created_at, sender=comparable(test.recipient)
    )
    return mails.defer("sealed", "reply").order_by("-received_at").first()
