"""Mails that came in lose their bytes and their sender; what was decided stays known."""

from collections.abc import Collection
from datetime import timedelta

from shopops.acknowledgments.models import InboundMail, InboundToken, MailStatus
from shopops.alarms.clock import database_now
from shopops.tenants.scope import tenant_scope

MAILS_KEPT = timedelta(days=14)
TOKENS_KEPT = timedelta(days=30)  # far longer than any of them is good for
HELD = (MailStatus.HELD, MailStatus.FAILED)


def purge() -> None:
    now = database_now()
    old = InboundMail.objects.filter(sealed__isnull=False, received_at__lt=now - MAILS_KEPT)
    old.exclude(status=MailStatus.RECEIVED).update(sealed=None, sender="", reply_to="")
    InboundToken.objects.filter(seen_at__lt=now - TOKENS_KEPT).delete()


def purge_held(*, tenant_id: int, mail_ids: Collection[int] | None = None) -> int:
    """Delete what is held: these, or all. How many it was."""
    with tenant_scope(tenant_id):
        held = InboundMail.objects.of(tenant_id).filter(status__in=HELD)
        if mail_ids is not None:
            held = held.filter(pk__in=mail_ids)
        gone, _ = held.delete()
        return gone
