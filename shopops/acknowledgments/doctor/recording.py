"""What is found about a test is kept on its row, under a lock: two mails may come at once."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from shopops.acknowledgments.doctor.said import from_json, to_json
from shopops.acknowledgments.doctor.steps import Finding, State, Step, first_failure, outcome_of
from shopops.acknowledgments.models import MailTest
from shopops.alarms.clock import database_now
from shopops.tenants.scope import tenant_scope

Wanted = Callable[[MailTest], bool]


def findings_of(test: MailTest) -> list[Finding]:
    """Of the steps that were reached, in order."""
    return [
        Finding(
            step=step,
            state=State(test.steps[step]["state"]),
            says=from_json(test.steps[step].get("says", "")),
            do=from_json(test.steps[step].get("do", "")),
        )
        for step in Step
        if step in test.steps
    ]


def note(
    tenant_id: int, test_id: int, findings: Sequence[Finding], *, if_: Wanted | None = None
) -> None:
    """Beside what is known of other steps; one that is WAITING is forgotten. A test that passed
    stays as it is. `if_` is asked under the lock. In no scope."""
    with tenant_scope(tenant_id):
        tests = MailTest.objects.of(tenant_id).select_for_update(no_key=True)
        held = tests.filter(pk=test_id).first()
        if held is None or held.outcome == State.PASSED or (if_ and not if_(held)):
            return
        now = database_now()
        steps = held.steps | {str(finding.step): _row(finding, now) for finding in findings}
        held.steps = {step: row for step, row in steps.items() if row["state"] != State.WAITING}
        found = findings_of(held)
        failure = first_failure(found)
        held.outcome, held.failed_step = outcome_of(found), failure.step if failure else ""
        held.save(update_fields=["steps", "outcome", "failed_step"])


def _row(finding: Finding, now: datetime) -> dict[str, Any]:
    return {
        "state": str(finding.state),
        "says": to_json(finding.says),
        "do": to_json(finding.do),
        "at": now.isoformat(),
    }
