"""`manage.py provenance_audit --tenant SLUG [--json]`"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.alarms.audit_findings import AuditReport
from shopops.alarms.audits import audit_and_record
from shopops.tenants.models import Tenant

WORDS = {
    "items": "items",
    "open": "open",
    "raises": "raises",
    "keys_raised": "different keys among them",
    "keys_raised_again": "keys raised more than once",
    "raises_of_older_epochs": "raises of older epochs",
}


class Command(BaseCommand):
    help = (
        "Checks that the alarms of a shop are about records that exist, under the keys and codes "
        "that follow from them, and that somebody hears of them. Exit code 1: something was found."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"No shop is named {options['tenant']}.", returncode=2)
        report = audit_and_record(tenant=tenant)
        if options["json"]:
            self.stdout.write(json.dumps({"tenant": tenant.slug} | report.as_json(), indent=2))
        else:
            self._print(tenant, report)
        if not report.clean:
            sys.exit(1)

    def _print(self, tenant: Tenant, report: AuditReport) -> None:
        counted = ", ".join(f"{report.numbers[name]} {words}" for name, words in WORDS.items())
        self.stdout.write(f"Alarms of {tenant.slug}: {counted}.")
        for finding in report.findings:
            self.stdout.write(f"  FOUND {finding}")
        more = report.counts.total() - len(report.findings)
        if more:
            self.stdout.write(f"  and {more} more like these")
        if report.clean:
            self.stdout.write("Nothing found: every alarm is about something, and is heard.")
