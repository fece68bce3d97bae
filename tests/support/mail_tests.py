"""A mail test of the shop in `tests.support.inbound`, and the answers to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from django.http import HttpResponse

from shopops.acknowledgments.doctor.following import look
from shopops.acknowledgments.doctor.people import choose
from shopops.acknowledgments.doctor.report import Line, Report
from shopops.acknowledgments.doctor.sending import start_test
from shopops.acknowledgments.doctor.steps import State, Step
from shopops.acknowledgments.models import MailTest
from shopops.alarms.codes import shown
from shopops.tenants.scope import tenant_scope
from tests.support.inbound import Desk, open_desk


@dataclass
class Surgery:
    """Maya was rung for an order, and then got a test mail."""

    desk: Desk
    test: MailTest

    @property
    def asked(self) -> EmailMessage:
        """The test mail."""
        token = self.test.token.hex
        (kept,) = [kept for kept in self.desk.sink.mails if token in kept.message_id]
        return kept.mail

    @property
    def code(self) -> str:
        """As a person types it."""
        return shown(self.test.code)

    @property
    def reply_to(self) -> str:
        return str(self.asked["Reply-To"])

    def mail(self, text: str = "", *headers: str, **fields: str) -> bytes:
        """Maya's answer to the test mail."""
        fields.setdefault("to", self.reply_to)
        return self.desk.mail(text or self.code, *headers, **fields)

    def answer(self, text: str = "", *headers: str, **fields: str) -> HttpResponse:
        return self.desk.post(self.mail(text, *headers, **fields))

    @property
    def report(self) -> Report:
        return look(self.test.tenant_id, self.test.pk)

    @property
    def states(self) -> dict[str, str]:
        return {str(line.step): str(line.state) for line in self.report.lines}

    def line(self, step: Step) -> Line:
        return next(line for line in self.report.lines if line.step is step)

    def assert_first_failure(self, step: Step, *words: str) -> None:
        """It is this step; all before it passed, those after it wait; the words are said."""
        steps = list(Step)
        before, after = steps[: steps.index(step)], steps[steps.index(step) + 1 :]
        meant = dict.fromkeys(before, "passed") | {step: "failed"} | dict.fromkeys(after, "waiting")
        assert self.states == {str(step): state for step, state in meant.items()}
        failure = self.report.failure
        assert failure is not None
        assert failure.step is step
        for word in words:
            assert word in f"{failure.says} {failure.do}"

    def assert_passed(self) -> None:
        assert set(self.states.values()) == {"passed"}, self.report
        assert self.report.outcome is State.PASSED


def begin(desk: Desk, who: str = "Maya") -> Surgery:
    with tenant_scope(desk.tenant.pk):
        contact = choose(desk.tenant.pk, who)
    return Surgery(desk, start_test(contact=contact, author=None))


@contextmanager
def open_surgery(*orders: str) -> Iterator[Surgery]:
    with open_desk(*orders) as desk:
        yield begin(desk)


def all_tests(desk: Desk) -> list[dict[str, Any]]:
    with tenant_scope(desk.tenant.pk):
        return [dict(row) for row in MailTest.objects.of(desk.tenant.pk).order_by("id").values()]
