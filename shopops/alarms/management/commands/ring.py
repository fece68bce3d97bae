"""`manage.py ring [--tenant SLUG] [--once]`"""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections

from shopops.alarms.ringing.deadman import INTERVAL
from shopops.alarms.ringing.run import run
from shopops.alarms.ringing.sweep import ring_all
from shopops.mailing.outgoing import NoMailServer
from shopops.mailing.server import ServerAddressRefused
from shopops.tenants.models import Tenant


class Command(BaseCommand):
    help = "Mails what is due to whoever is on call: for ever, like the worker, or once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", metavar="SLUG", help="this shop only, once")
        parser.add_argument("--once", action="store_true", help="one sweep, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["tenant"]:
            self._one_shop(options["tenant"])
            return
        if options["once"]:
            self._sweep()
            return
        try:
            self._ring_for_ever()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")

    def _ring_for_ever(self) -> None:
        while True:
            try:
                self._sweep()
            # the database is away; it knows what is due
            except (OperationalError, InterfaceError) as problem:
                self.stderr.write(f"No sweep: {str(problem).strip()}")
                close_old_connections()
            time.sleep(INTERVAL.total_seconds())

    def _sweep(self) -> None:
        swept = run()
        self._say(swept.accepted, swept.failed, swept.problem)

    def _one_shop(self, slug: str) -> None:
        tenant = Tenant.objects.filter(slug=slug).first()
        if tenant is None:
            raise CommandError(f"No shop is named {slug}.", returncode=2)
        try:
            tally = ring_all(tenant_id=tenant.pk)
        except (NoMailServer, ServerAddressRefused) as problem:
            raise CommandError(str(problem)) from problem
        self._say(tally.accepted, tally.failed, tally.problem)

    def _say(self, accepted: int, failed: int, problem: str) -> None:
        why = f" ({problem})" if problem else ""
        self.stdout.write(f"{accepted} mails sent, {failed} not{why}.")
