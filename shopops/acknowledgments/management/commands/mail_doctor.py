"""`manage.py mail_doctor --tenant SLUG [--to PERSON] [--wait SECONDS] [--json]`"""

import json
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.acknowledgments.doctor.following import follow
from shopops.acknowledgments.doctor.people import NobodyChosen, choose
from shopops.acknowledgments.doctor.report import Line, Report, as_json
from shopops.acknowledgments.doctor.sending import start_test
from shopops.acknowledgments.doctor.steps import State
from shopops.acknowledgments.models import MailTest
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

WAIT = 300
STILL_WAITING = 3
SIGNS = {State.PASSED: "ok  ", State.FAILED: "FAIL", State.WAITING: "..  "}


class Command(BaseCommand):
    help = (
        "Sends a test mail to a person of the roster and follows their answer through every step. "
        "Ends with 0 when all steps passed, 1 when one failed, 3 when no answer came in time."
    )
    pause: Callable[[float], object] = staticmethod(time.sleep)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG", help="the shop's slug")
        parser.add_argument(
            "--to", default="", metavar="PERSON", help="name or address; else whoever is rung first"
        )
        parser.add_argument(
            "--wait", type=float, default=WAIT, metavar="SECONDS", help=f"for the answer: {WAIT}"
        )
        parser.add_argument("--json", action="store_true", help="the findings as JSON, at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        self.quiet, self.told = options["json"], set[Line]()
        test = self._start(options["tenant"], options["to"])
        try:
            report = follow(
                test.tenant_id, test.pk, seconds=options["wait"], tell=self._tell, pause=self.pause
            )
        except KeyboardInterrupt:
            raise CommandError("Stopped. The test goes on: see its page.", returncode=3) from None
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report), indent=2))
        self._end(report)

    def _start(self, slug: str, to: str) -> MailTest:
        tenant = Tenant.objects.filter(slug=slug).first()
        if tenant is None:
            raise CommandError(f"No shop is named {slug}.", returncode=2)
        try:
            with tenant_scope(tenant.pk):
                contact = choose(tenant.pk, to)
        except NobodyChosen as problem:
            raise CommandError(str(problem), returncode=2) from problem
        if not self.quiet:
            who = f"{contact.membership.display_name} <{contact.email}>"
            self.stdout.write(f"Testing the mail of {tenant.name} with {who}.")
        return start_test(contact=contact, author=None)

    def _tell(self, report: Report) -> None:
        """What is new since the last look."""
        for line in report.lines:
            if not self.quiet and line.state is not State.WAITING and line not in self.told:
                self.told.add(line)
                self.stdout.write(f"{SIGNS[line.state]} {line.title}. {line.says}")
        self.stdout.flush()

    def _end(self, report: Report) -> None:
        if report.failure is not None:
            failure = report.failure
            raise CommandError(f"{failure.title}: {failure.says} {failure.do}".strip())
        if report.outcome is State.PASSED:
            self.stderr.write("Every step passed.")
            return
        line = next(line for line in report.lines if line.state is State.WAITING)
        said = f"No answer in time. Not reached yet: {line.title}. {line.says} {line.do}"
        raise CommandError(said.strip(), returncode=STILL_WAITING)
