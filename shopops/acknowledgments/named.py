"""Which items a mail is about, whether or not anybody can say who sent it. In a tenant scope."""

from collections.abc import Collection

from shopops.acknowledgments.answer import own_text
from shopops.acknowledgments.reading.codes_in_text import codes_in, lone_texts
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.stored import shop_tag
from shopops.alarms.models import AlarmItem, RingItem


def items_named(tenant_id: int, read: Read, names: Names) -> set[int]:
    """Those of the ring whose signed address it was sent to, and those whose codes it types."""
    found = items_addressed(tenant_id, read.recipients)
    if read.body is None:
        return found
    text = own_text(read.body, names)
    legacy = [alone for alone in lone_texts(text) if alone.isprintable()]
    codes = [*(code.code for code in codes_in(text).typed), *legacy]
    items = AlarmItem.objects.of(tenant_id).filter(code__in=codes)
    return found | set(items.values_list("pk", flat=True))


def items_addressed(tenant_id: int, recipients: Collection[str]) -> set[int]:
    tag = shop_tag(tenant_id, recipients)
    if tag is None:
        return set()
    rings = RingItem.objects.of(tenant_id).filter(
        mail_id=tag.mail_id, mail__membership_id=tag.membership_id
    )
    return set(rings.values_list("item_id", flat=True))
