"""A delivery report that came to our reply address: which mail of ours did not arrive."""

import re
from collections.abc import Collection
from uuid import UUID

from shopops.acknowledgments.reading.report import Action, DeliveryReport
from shopops.acknowledgments.stored import shop_tag
from shopops.alarms.models import RingMail
from shopops.alarms.ringing.undelivered import undelivered

_OURS = re.compile(r"<ring\.([0-9a-f]{32})@")


def mark_undelivered(tenant_id: int, recipients: Collection[str], report: DeliveryReport) -> None:
    """Reports of delays and of success change nothing. Nobody vouches for a report, but both the
    signed address and the Message-ID are known to none but those who had the mail in hand."""
    if not report.says_undelivered:
        return
    mail_id = _ring(tenant_id, recipients, report)
    if mail_id is not None:
        undelivered(tenant_id=tenant_id, mail_id=mail_id, reason=said_of(report))


def _ring(tenant_id: int, recipients: Collection[str], report: DeliveryReport) -> int | None:
    tag = shop_tag(tenant_id, recipients)
    if tag is not None:
        return tag.mail_id
    tokens = [UUID(found[1]) for each in report.message_ids if (found := _OURS.match(each))]
    mails = RingMail.objects.of(tenant_id).filter(token__in=tokens)
    return mails.values_list("pk", flat=True).first()


def said_of(report: DeliveryReport) -> str:
    codes = [each.status for each in report.recipients if each.action is Action.FAILED]
    status = next((code for code in codes if code.isprintable()), "")
    return f"reported undelivered {status}".strip()
