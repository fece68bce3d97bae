"""A delivery report that came to a mail's report address: that mail of ours did not arrive."""

from collections.abc import Collection

from shopops.acknowledgments.reading.report import Action, DeliveryReport
from shopops.acknowledgments.stored import shop_tag
from shopops.alarms.ringing.undelivered import REPORTED, undelivered
from shopops.choosing.came_back import undeliverable
from shopops.mailing.reply_address import CUSTOMER_REPORTS, REPORTS


def mark_undelivered(tenant_id: int, recipients: Collection[str], report: DeliveryReport) -> None:
    """Reports of delays and of success change nothing. Nobody vouches for a report; what makes it
    count is the signed address, which stood on the envelope and nowhere else. The reply address
    and the Message-ID are known to all who see an answer, so they prove nothing here."""
    tag = shop_tag(tenant_id, recipients, purpose=REPORTS)
    if report.says_undelivered and tag is not None:
        undelivered(tenant_id=tenant_id, mail_id=tag.mail_id, reason=said_of(report))
    customers = shop_tag(tenant_id, recipients, purpose=CUSTOMER_REPORTS)
    if report.says_undelivered and customers is not None:
        undeliverable(tenant_id=tenant_id, effect_id=customers.mail_id, said=said_of(report))


def said_of(report: DeliveryReport) -> str:
    return f"{REPORTED} {status_of(report)}".strip()


def status_of(report: DeliveryReport) -> str:
    """Empty where none can be read."""
    codes = [each.status for each in report.recipients if each.action is Action.FAILED]
    return next((code for code in codes if code.isprintable()), "")
