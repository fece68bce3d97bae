"""A test, watched until it ends."""

import time
from collections.abc import Callable

from shopops.acknowledgments.doctor.report import Report, report_of
from shopops.acknowledgments.doctor.steps import State, Step
from shopops.acknowledgments.models import MailTest
from shopops.alarms.clock import database_now
from shopops.tenants.scope import tenant_scope

PAUSE = 1.0  # seconds between two looks


def look(tenant_id: int, test_id: int) -> Report:
    """Opens a scope."""
    with tenant_scope(tenant_id):
        tests = MailTest.objects.of(tenant_id).select_related("membership__tenant")
        return report_of(tests.get(pk=test_id), now=database_now())


def follow(
    tenant_id: int,
    test_id: int,
    *,
    seconds: float,
    tell: Callable[[Report], None],
    pause: Callable[[float], object] = time.sleep,
) -> Report:
    """Until it has ended, or for so many seconds. `tell` is called after each look. A request that
    was turned away ends nothing: it may have been anybody's, and a provider posts again."""
    left = seconds
    while True:
        report = look(tenant_id, test_id)
        tell(report)
        if has_ended(report) or left <= 0:
            return report
        pause(min(PAUSE, left))
        left -= PAUSE


def has_ended(report: Report) -> bool:
    if report.outcome is State.PASSED:
        return True
    return report.failure is not None and report.failure.step is not Step.ARRIVED
