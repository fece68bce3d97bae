"""From a mail's content to its bytes."""

from datetime import datetime

from shopops.alarms.ringing.content import Content
from shopops.alarms.ringing.forms import as_html, as_text
from shopops.mailing.mime import Mail, compose
from shopops.mailing.outgoing import SENDER_NAME, reply_address_for, sender_address
from shopops.mailing.reply_address import REPORTS, ReplyTag


def reply_address_to(tenant_id: int, membership_id: int, mail_id: int) -> str:
    """Where that person answers that mail."""
    return reply_address_for(_tag(tenant_id, membership_id, mail_id))


def report_address_of(tenant_id: int, membership_id: int, mail_id: int) -> str:
    """The envelope's sender: where mail servers report that they could not deliver that mail."""
    return reply_address_for(_tag(tenant_id, membership_id, mail_id), purpose=REPORTS)


def _tag(tenant_id: int, membership_id: int, mail_id: int) -> ReplyTag:
    return ReplyTag(tenant_id=tenant_id, membership_id=membership_id, mail_id=mail_id)


def message_of(
    content: Content, *, recipient: str, reply_to: str, message_id: str, now: datetime
) -> bytes:
    return compose(
        Mail(
            sender=sender_address(),
            sender_name=SENDER_NAME,
            recipient=recipient,
            recipient_name=content.name,
            reply_to=reply_to,
            subject=content.subject,
            date=now,
            message_id=message_id,
            text=as_text(content),
            html=as_html(content),
        )
    )
