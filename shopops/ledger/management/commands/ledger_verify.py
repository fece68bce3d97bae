"""`manage.py ledger_verify --tenant SLUG [--json]`"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from shopops.ledger.findings import Report
from shopops.ledger.passes import verify_and_record
from shopops.tenants.models import Tenant


class Command(BaseCommand):
    help = "Re-reads a shop's whole ledger and checks it. Exit code 1: something was found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"No shop is named {options['tenant']}.", returncode=2)
        report = verify_and_record(tenant_id=tenant.pk, now=now())
        if options["json"]:
            self.stdout.write(json.dumps({"tenant": tenant.slug} | report.as_json(), indent=2))
        else:
            self._print(tenant, report)
        if not report.clean:
            sys.exit(1)

    def _print(self, tenant: Tenant, report: Report) -> None:
        self.stdout.write(
            f"Ledger of {tenant.slug}: {report.entries} entries read in {report.took_ms / 1000} s, "
            f"head {report.head_hash.hex()}"
        )
        for check in report.checked:
            self.stdout.write(f"  checked: {check}")
        for finding in report.findings:
            self.stdout.write(f"  FOUND {finding.code} at {finding.where}: {finding.detail}")
        found = report.counts.total()
        more = found - len(report.findings)
        if more:
            self.stdout.write(f"  and {more} more like these")
        self.stdout.write(_verdict(found))


def _verdict(found: int) -> str:
    if found == 0:
        return "Nothing found: the ledger is whole."
    return "1 finding." if found == 1 else f"{found} findings."
