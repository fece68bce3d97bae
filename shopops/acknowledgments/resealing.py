"""Mails that are kept, and answers to them, under the newest key, after it was changed."""

from django.db.models import Q

from shopops.acknowledgments.models import InboundMail
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, is_newest, reseal

PARTS = ("sealed", "reply")


def reseal_mails(tenant_id: int) -> int:
    """How many were sealed anew, each in a transaction of its own. Raises `Unreadable` for one that
    no key opens; those before it are done."""
    with tenant_scope(tenant_id):
        kept = InboundMail.objects.of(tenant_id).filter(
            Q(sealed__isnull=False) | Q(reply__isnull=False)
        )
        pks = list(kept.order_by("pk").values_list("pk", flat=True))
    return sum(_reseal(tenant_id, pk) for pk in pks)


def _reseal(tenant_id: int, pk: int) -> bool:
    with tenant_scope(tenant_id):
        mail = InboundMail.objects.of(tenant_id).select_for_update().filter(pk=pk).first()
        old = {part: bytes(getattr(mail, part) or b"") for part in PARTS} if mail else {}
        new = {
            part: reseal(sealed, purpose=Purpose.INBOUND_MAIL)
            for part, sealed in old.items()
            if sealed and not is_newest(sealed, purpose=Purpose.INBOUND_MAIL)
        }
        if new:
            InboundMail.objects.of(tenant_id).filter(pk=pk).update(**new)
        return bool(new)
