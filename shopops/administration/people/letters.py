"""Mails to people about being on call and about joining. They go out at once or not at all."""

import logging
from collections.abc import Mapping
from uuid import uuid4

from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

from shopops.alarms.clock import database_now
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


class Kind(Struct, frozen=True):
    """`name`: of its templates, and in its Message-ID."""

    name: str
    subject: str


CONFIRM = Kind("confirm", gettext_noop("Confirm that alarms may reach you here"))
NOTICE = Kind("notice", gettext_noop("Another address was put on call for you"))
INVITATION = Kind("invitation", gettext_noop("You are invited to ShopOps"))


def send(kind: Kind, filled: Mapping[str, str], *, to: str, language: str) -> bool:
    """Whether the mail server took it. `filled` has the person's `name`."""
    try:
        with translation.override(language):
            if "role" in filled:
                filled = {**filled, "role": gettext(filled["role"])}
            message = _message(kind, dict(filled), to)
        with Transport(mail_server()) as transport:
            sent = transport.send(message, sender=sender_address(), recipient=to)
    except (NotMailable, NoMailServer, ServerAddressRefused) as problem:
        sent = Sent(outcome=Outcome.REFUSED, reply=str(problem))
    if sent.outcome is not Outcome.ACCEPTED:
        logger.warning("the mail %r to a person was not sent: %s", kind.name, sent.reply)
    return sent.outcome is Outcome.ACCEPTED


def _message(kind: Kind, filled: dict[str, str], to: str) -> bytes:
    return compose(
        Mail(
            sender=sender_address(),
            sender_name=SENDER_NAME,
            recipient=to,
            recipient_name=filled["name"],
            subject=gettext(kind.subject),
            date=database_now(),
            message_id=message_id(uuid4(), kind=kind.name, domain=own_domain()),
            text=get_template(f"mail/{kind.name}.txt").render(filled),
            html=get_template(f"mail/{kind.name}.html").render(filled),
        )
    )
