"""Mails about accounts go out by the site's own mail server, once or not at all."""

import logging
from uuid import uuid4

from django.utils import timezone
from msgspec import Struct

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


class Letter(Struct, frozen=True):
    recipient: str
    subject: str
    text: str


def can_send() -> bool:
    """Whether a mail server is set at all."""
    try:
        mail_server()
    except (NoMailServer, ServerAddressRefused):
        return False
    return True


def send(letter: Letter) -> bool:
    """Whether the mail server took it. What it said is logged; what the mail says never is."""
    try:
        message = _bytes_of(letter)
        with Transport(mail_server()) as transport:
            sent = transport.send(message, sender=sender_address(), recipient=letter.recipient)
    except (NotMailable, NoMailServer, ServerAddressRefused) as problem:
        sent = Sent(outcome=Outcome.REFUSED, reply=str(problem))
    if sent.outcome is not Outcome.ACCEPTED:
        logger.warning("a mail about an account was not sent: %s", sent.reply)
    return sent.outcome is Outcome.ACCEPTED


def _bytes_of(letter: Letter) -> bytes:
    return compose(
        Mail(
            sender=sender_address(),
            sender_name=SENDER_NAME,
            recipient=letter.recipient,
            subject=letter.subject,
            date=timezone.now(),
            message_id=message_id(uuid4(), kind="account", domain=own_domain()),
            text=letter.text,
        )
    )
