"""`manage.py execute --tenant SLUG [--json]`"""

import json
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.execution.run import run_due
from shopops.tenants.shops import UnknownTenant, find_tenant


class Command(BaseCommand):
    help = "Carry out what is due in a shop, as the worker does by itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG", help="which shop")
        parser.add_argument("--json", action="store_true", help="print the numbers as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
        except UnknownTenant as error:
            raise CommandError(str(error), returncode=2) from None
        tally = run_due(tenant=tenant)
        if options["json"]:
            self.stdout.write(json.dumps({"tenant": tenant.slug, **msgspec.to_builtins(tally)}))
            return
        self.stdout.write(
            f"{tally.succeeded} done, {tally.failed} failed, {tally.unknown} unknown, "
            f"{tally.later} later."
        )
