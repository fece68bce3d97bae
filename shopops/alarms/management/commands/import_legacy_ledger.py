"""`manage.py import_legacy_ledger FILE --tenant SLUG`"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.alarms.legacy import import_legacy
from shopops.alarms.legacy_rows import FileRefused
from shopops.tenants.models import Tenant

SHOWN = 20


class Command(BaseCommand):
    help = "Brings the alarms of an older system in, as docs/legacy-import.md describes them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--tenant", required=True, metavar="SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"No shop is named {options['tenant']}.", returncode=2)
        try:
            content = options["file"].read_bytes()
            done = import_legacy(tenant=tenant, content=content)
        except OSError as error:
            raise CommandError(f"{options['file']} can't be read: {error.strerror}.") from error
        except FileRefused as refused:
            raise CommandError(_refusal(refused)) from refused
        self.stdout.write(
            f"{done.rows} rows of {done.items} items, {done.added} of them new. None of them can "
            "be acknowledged: whoever answers one is told so, and what is open now."
        )


def _refusal(refused: FileRefused) -> str:
    more = len(refused.problems) - SHOWN
    lines = [*refused.problems[:SHOWN], *([f"and {more} more"] if more > 0 else [])]
    return "Nothing was imported.\n" + "\n".join(f"  {line}" for line in lines)
