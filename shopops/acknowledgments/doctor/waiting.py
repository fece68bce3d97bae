"""Tests whose answer has not come in yet."""

from datetime import datetime, timedelta

from django.db.models import Q

from shopops.acknowledgments.doctor.steps import State, Step
from shopops.acknowledgments.models import MailTest

LONGEST = timedelta(days=1)  # whoever has not answered by then won't
MOST = 20


def awaiting_answer(tenant_id: int, now: datetime) -> list[MailTest]:
    """In a scope."""
    tests = MailTest.objects.of(tenant_id).filter(created_at__gt=now - LONGEST)
    unanswered = Q(outcome=State.WAITING) | Q(failed_step=Step.ARRIVED)
    return list(tests.filter(unanswered).order_by("-id")[:MOST])
