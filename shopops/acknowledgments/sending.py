"""Answers go out at once, and again until a mail server has them."""

import logging
from datetime import timedelta

from msgspec.structs import replace

from shopops.acknowledgments.models import InboundMail
from shopops.alarms.clock import database_now
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.server import ServerAddressRefused
from shopops.mailing.transport import Outcome, Sent, Transport
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, Unreadable, unseal

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=2)
MOST_TRIES = 10
AT_ONCE_SECONDS = 5.0  # a provider waits for us meanwhile
NOBODY = ""  # the envelope's sender of an automatic answer (RFC 3834): no report ever comes back


def send_reply(mail_id: int, tenant_id: int, *, seconds: float | None = None) -> bool:
    """One try, always with the same bytes. False: there was nothing to send, or it failed."""
    mail = _claim(mail_id, tenant_id)
    if mail is None:
        return False
    try:
        server = mail_server()
        if seconds is not None:
            server = replace(server, timeout=min(seconds, server.timeout))
        with Transport(server) as transport:
            sent = transport.send(
                unseal(bytes(mail.reply or b""), purpose=Purpose.INBOUND_MAIL),
                sender=NOBODY,
                recipient=mail.reply_to,
            )
    except (NoMailServer, ServerAddressRefused, Unreadable) as problem:
        sent = Sent(outcome=Outcome.REFUSED, reply=str(problem))
    return _settle(mail, sent)


def answer_waiting() -> int:
    """Answers that are to be tried (again) now."""
    waiting = InboundMail.objects.filter(reply_ready_at__lte=database_now())
    found = list(waiting.order_by("reply_ready_at").values_list("pk", "tenant_id")[:100])
    return sum(send_reply(mail_id, tenant_id) for mail_id, tenant_id in found)


def _claim(mail_id: int, tenant_id: int) -> InboundMail | None:
    """Whoever changes `reply_ready_at` has it."""
    with tenant_scope(tenant_id):
        mail = InboundMail.objects.of(tenant_id).defer("sealed").filter(pk=mail_id).first()
        if mail is None or mail.reply is None or mail.reply_ready_at is None:
            return None
        mine = InboundMail.objects.of(tenant_id).filter(
            pk=mail_id, reply_ready_at=mail.reply_ready_at, reply_tries=mail.reply_tries
        )
        until = database_now() + LEASE * (mail.reply_tries + 1)
        if not mine.update(reply_ready_at=until, reply_tries=mail.reply_tries + 1):
            return None
        mail.reply_tries += 1
        return mail


def _settle(mail: InboundMail, sent: Sent) -> bool:
    accepted = sent.outcome is Outcome.ACCEPTED
    over = accepted or sent.no_such_address or mail.reply_tries >= MOST_TRIES
    if not accepted:
        logger.warning("the answer to mail %s was not sent: %s", mail.pk, sent.reply)
    if over:
        with tenant_scope(mail.tenant_id):
            InboundMail.objects.of(mail.tenant_id).filter(pk=mail.pk).update(
                reply=None,
                reply_ready_at=None,
                replied_at=database_now() if accepted else None,
            )
    return accepted
