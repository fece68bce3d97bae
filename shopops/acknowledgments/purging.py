"""Mails that came in lose their bytes and their sender; what was decided stays known."""

from collections.abc import Collection
from datetime import datetime, timedelta

from shopops.acknowledgments.models import InboundMail, InboundToken, MailStatus, MailTest
from shopops.alarms.clock import database_now
from shopops.alarms.replies import let_go
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import in_every_shop

MAILS_KEPT = timedelta(days=14)
TOKENS_KEPT = timedelta(days=30)  # far longer than any of them is good for
TESTS_KEPT = timedelta(days=180)
HELD = (MailStatus.HELD, MailStatus.FAILED)


def purge() -> None:
    now = database_now()
    old = InboundMail.objects.filter(sealed__isnull=False, received_at__lt=now - MAILS_KEPT)
    old.exclude(status=MailStatus.RECEIVED).update(sealed=None, sender="", reply_to="")
    InboundToken.objects.filter(seen_at__lt=now - TOKENS_KEPT).delete()
    in_every_shop(lambda tenant_id: purge_tests(tenant_id=tenant_id, now=now))


def purge_tests(*, tenant_id: int, now: datetime) -> None:
    """How a mail test ended stays known a while longer than where it went and what was said."""
    with tenant_scope(tenant_id):
        tests = MailTest.objects.of(tenant_id)
        tests.filter(created_at__lt=now - TESTS_KEPT).delete()
        old = tests.filter(created_at__lt=now - MAILS_KEPT).exclude(recipient="")
        old.update(recipient="", steps={})


def purge_held(*, tenant_id: int, mail_ids: Collection[int] | None = None) -> int:
    """Delete what is held: these, or all. How many it was."""
    with tenant_scope(tenant_id):
        held = InboundMail.objects.of(tenant_id).filter(status__in=HELD)
        if mail_ids is not None:
            held = held.filter(pk__in=mail_ids)
        found = list(held.values_list("pk", flat=True))
        let_go(tenant_id, found)
        gone, _ = held.filter(pk__in=found).delete()
        return gone
