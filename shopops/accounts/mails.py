"""Mails about accounts go out by the site's own mail server, at once or not at all."""

import logging
from uuid import uuid4

from django.core.mail import EmailMessage
from django.utils import timezone

from shopops.mailing.message_ids import message_id
from shopops.mailing.mime import Mail, compose
from shopops.mailing.outgoing import (
    SENDER_NAME,
    NoMailServer,
    mail_server,
    own_domain,
    sender_address,
)
from shopops.mailing.refusals import NotMailable
from shopops.mailing.server import ServerAddressRefused
from shopops.mailing.transport import Outcome, Sent, Transport

logger = logging.getLogger(__name__)


def can_send() -> bool:
    """Whether a mail server is set at all."""
    try:
        mail_server()
    except (NoMailServer, ServerAddressRefused):
        return False
    return True


def send(rendered: EmailMessage) -> bool:
    """Whether the mail server took it. What it said is logged; what the mail says never is."""
    [recipient] = rendered.to
    try:
        message = _bytes_of(rendered, recipient)
        with Transport(mail_server()) as transport:
            sent = transport.send(message, sender=sender_address(), recipient=recipient)
    except (NotMailable, NoMailServer, ServerAddressRefused) as problem:
        sent = Sent(outcome=Outcome.REFUSED, reply=str(problem))
    if sent.outcome is not Outcome.ACCEPTED:
        logger.warning("a mail about an account was not sent: %s", sent.reply)
    return sent.outcome is Outcome.ACCEPTED


def _bytes_of(rendered: EmailMessage, recipient: str) -> bytes:
    return compose(
        Mail(
            sender=sender_address(),
            sender_name=SENDER_NAME,
            recipient=recipient,
            subject=str(rendered.subject),
            date=timezone.now(),
            message_id=message_id(uuid4(), kind="account", domain=own_domain()),
            text=str(rendered.body),
        )
    )
