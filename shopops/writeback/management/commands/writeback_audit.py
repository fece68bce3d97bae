"""`manage.py writeback_audit --tenant SLUG [--json]`"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.tenants.models import Tenant
from shopops.writeback.audits import audit_all
from shopops.writeback.findings import Report


class Command(BaseCommand):
    help = (
        "Reads the notes on the orders in the connected shops and compares them with the ledger: "
        "what is on one and not on the other, and what differs. Exit code 1: something was found."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"No shop is named {options['tenant']}.", returncode=2)
        report = audit_all(tenant=tenant)
        if options["json"]:
            self.stdout.write(json.dumps({"tenant": tenant.slug} | report.as_json(), indent=2))
        else:
            self._print(tenant, report)
        if not report.clean:
            sys.exit(1)

    def _print(self, tenant: Tenant, report: Report) -> None:
        read = f"{report.notes} notes on {len(report.read)} orders"
        self.stdout.write(f"Records of {tenant.slug}: {read}.")
        for title in report.mute:
            self.stdout.write(f"{title} shows no notes, so nothing was compared there.")
        for finding in report.findings:
            self.stdout.write(f"  FOUND {finding}")
        if not report.shops:
            self.stdout.write("No order is of a shop that is connected, so nothing was compared.")
        elif report.clean and not report.mute:
            self.stdout.write("Nothing found: records and ledger say the same.")
