"""The open items of which one person was told: what an answer of theirs can be about."""

from collections.abc import Collection

from shopops.alarms.models import AlarmItem, RingItem, RingMail
from shopops.alarms.states import OPEN, AlarmStatus
from shopops.tenants.models import Membership

MOST = 20
MAILS_LOOKED_AT = 200  # the newest, so that the cost does not grow with the years


def open_items(
    member: Membership, *, without: Collection[int] = ()
) -> tuple[list[AlarmItem], bool]:
    """The newest first, and whether there are more. In a scope."""
    key = bytes(member.identity_key)
    newest = RingMail.objects.of(member.tenant_id).filter(membership=member).order_by("-id")
    mails = list(newest.values_list("pk", flat=True)[:MAILS_LOOKED_AT])
    rung = RingItem.objects.of(member.tenant_id).filter(mail_id__in=mails)
    items = AlarmItem.objects.of(member.tenant_id).exclude(pk__in=without)
    told = items.filter(
        pk__in=set(rung.values_list("item_id", flat=True)),
        status__in=sorted(OPEN),
        story__told__contains=[key.hex()],
    )
    held = items.filter(status=AlarmStatus.HANDED_OFF, holder=key)
    found = {item.pk: item for item in (*told.order_by("-pk")[: MOST + 1], *held[: MOST + 1])}
    newest_first = sorted(found.values(), key=lambda item: -item.pk)
    return newest_first[:MOST], len(newest_first) > MOST
