"""`manage.py ledger_export --tenant SLUG --out DIR`"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from shopops.ledger.exceptions import ExportRefused
from shopops.ledger.export import export_ledger
from shopops.tenants.models import Tenant


class Command(BaseCommand):
    help = "Writes a shop's ledger to a new folder, with a script that verifies it anywhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"No shop is named {options['tenant']}.", returncode=2)
        try:
            exported = export_ledger(tenant=tenant, folder=options["out"], now=now())
        except ExportRefused as refusal:
            raise CommandError(f"Refused: {refusal}.") from None
        self.stdout.write(
            f"{exported.entries} entries written to {exported.folder}, "
            f"head {exported.head.hex()}.\n"
            f"Verify them on any machine: python3 -I {exported.folder / 'verify.py'}"
        )
