"""A person's answer to a test: it acknowledges nothing, and is answered like every other."""

import logging
from collections.abc import Sequence

from shopops.acknowledgments.answering import FIRST_TRY, AlreadyHandled, Case, recipient_of
from shopops.acknowledgments.doctor.letters import answer_to_test
from shopops.acknowledgments.doctor.steps import Finding
from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.acknowledgments.reply import plain_id
from shopops.alarms.clock import database_now
from shopops.mailing.refusals import NotMailable
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, seal

logger = logging.getLogger(__name__)
REASON = "mail_test"


def answer_test(case: Case, findings: Sequence[Finding]) -> None:
    """Raises `AlreadyHandled`."""
    tenant_id = case.mail.tenant_id
    message, now = _message(case, findings), database_now()
    with tenant_scope(tenant_id):
        handled = InboundMail.objects.of(tenant_id).filter(
            pk=case.mail.pk, status=MailStatus.RECEIVED
        )
        if not handled.update(
            status=MailStatus.REFUSED,
            reason=REASON,
            membership=case.member,
            proof=str(case.arrival.proof or ""),
            said={"acknowledged": [], "refused": []},
            handled_at=now,
            reply=seal(message, purpose=Purpose.INBOUND_MAIL) if message else None,
            reply_to=recipient_of(case),
            reply_ready_at=now + FIRST_TRY if message else None,
        ):
            raise AlreadyHandled


def _message(case: Case, findings: Sequence[Finding]) -> bytes | None:
    try:
        return answer_to_test(
            case.mail,
            case.member,
            recipient_of(case),
            answers=plain_id(case.read.message_id),
            findings=findings,
        )
    except NotMailable:
        logger.exception("mail %s can't be answered", case.mail.pk)
        return None
