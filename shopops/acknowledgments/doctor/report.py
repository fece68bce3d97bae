"""A test as the page and the command show it."""

from datetime import datetime, timedelta
from hashlib import sha256

from django.utils.translation import gettext as _
from msgspec import Struct

from shopops.acknowledgments.doctor.hints import hint
from shopops.acknowledgments.doctor.recording import findings_of
from shopops.acknowledgments.doctor.sentences import shown
from shopops.acknowledgments.doctor.steps import (
    STEP_TITLES,
    Finding,
    State,
    Step,
    first_failure,
    outcome_of,
)
from shopops.acknowledgments.models import MailTest
from shopops.ledger import Json

WATCHED = timedelta(hours=1)  # the page looks again for so long
OUTCOMES = {
    State.PASSED: "Every step passed",
    State.FAILED: "A step failed",
    State.WAITING: "Waiting for the answer",
}

MARKS = {State.PASSED: "passed", State.FAILED: "failed", State.WAITING: "waiting"}


class Line(Struct, frozen=True, kw_only=True):
    """One step, in the language of whoever reads. `at`: since when this is known."""

    step: Step
    title: str
    state: State
    says: str = ""
    do: str = ""
    at: datetime | None = None

    @property
    def mark(self) -> str:
        return _(MARKS[self.state])


class Report(Struct, frozen=True, kw_only=True):
    test: MailTest
    lines: list[Line]
    outcome: State
    failure: Line | None
    is_live: bool

    @property
    def mark(self) -> str:
        """Another one whenever the page shows something else."""
        seen = [(line.state, line.says, line.do) for line in self.lines]
        return sha256(repr((self.is_live, seen)).encode()).hexdigest()[:16]

    @property
    def heading(self) -> str:
        return _(OUTCOMES[self.outcome])


def report_of(test: MailTest, *, now: datetime) -> Report:
    """In a scope."""
    found = {finding.step: finding for finding in findings_of(test)}
    more = hint(test) if test.outcome == State.WAITING else None
    if more is not None:
        found[more.step] = more
    lines = [_line(test, step, found.get(step)) for step in Step]
    failure = first_failure(found.values())
    return Report(
        test=test,
        lines=lines,
        outcome=outcome_of(found.values()) if more else State(test.outcome),
        failure=next((line for line in lines if failure and line.step is failure.step), None),
        is_live=test.outcome != State.PASSED and now - test.created_at < WATCHED,
    )


def as_json(report: Report) -> dict[str, Json]:
    test, failure = report.test, report.failure
    return {
        "test": test.pk,
        "shop": test.membership.tenant.slug,
        "to": test.membership.display_name,
        "address": test.recipient,
        "outcome": str(report.outcome),
        "failed": str(failure.step) if failure else None,
        "says": failure.says if failure else "",
        "do": failure.do if failure else "",
        "steps": [
            {
                "step": str(line.step),
                "title": line.title,
                "state": str(line.state),
                "says": line.says,
                "do": line.do,
                "at": line.at.isoformat() if line.at else None,
            }
            for line in report.lines
        ],
    }


def _line(test: MailTest, step: Step, finding: Finding | None) -> Line:
    at = test.steps.get(step, {}).get("at")
    return Line(
        step=step,
        title=_(STEP_TITLES[step]),
        state=finding.state if finding else State.WAITING,
        says=shown(finding.says) if finding else "",
        do=shown(finding.do) if finding else "",
        at=datetime.fromisoformat(at) if at else None,
    )
