"""`manage.py maintenance --tenant SLUG [--start TIME] --end TIME --why WORDS`, or `--end-now`"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.administration.refusals import SettingsRefusal
from shopops.administration.ringing.settings import end_maintenance, plan_maintenance
from shopops.administration.ringing.words import window
from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import UnknownTenant, find_tenant

TIME = "like 2026-03-01T18:00, on the shop's clock"


class Command(BaseCommand):
    help = "Shows a shop's maintenance windows, plans one, or ends those that silence it now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--start", help=f"{TIME}; now when left out")
        parser.add_argument("--end", help=TIME)
        parser.add_argument("--why", default="", help="kept with the window")
        parser.add_argument("--end-now", action="store_true", help="end what is silent now")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
        except UnknownTenant as unknown:
            raise CommandError(str(unknown), returncode=2) from unknown
        with tenant_scope(tenant.pk):
            config, now = numbers.current_and_now(tenant.pk)
        try:
            if options["end_now"]:
                self._end(tenant, config, now)
            elif options["end"]:
                start = _moment(options["start"], config) if options["start"] else now
                end = _moment(options["end"], config)
                plan_maintenance(
                    tenant_id=tenant.pk, start=start, end=end, why=options["why"], author=None
                )
                self.stdout.write("Maintenance is planned.")
            else:
                self._show(config, now)
        except SettingsRefusal as refusal:
            raise CommandError(str(refusal)) from refusal

    def _end(self, tenant: Tenant, config: AlarmConfig, now: datetime) -> None:
        live = [one for one in config.maintenance if one.start <= now < one.end]
        for one in live:
            end_maintenance(tenant_id=tenant.pk, start=one.start, end=one.end, author=None)
        self.stdout.write(f"{len(live)} ended.")

    def _show(self, config: AlarmConfig, now: datetime) -> None:
        live = [one for one in config.maintenance if one.end > now]
        for one in live:
            self.stdout.write(window(one, config))
        if not live:
            self.stdout.write("No maintenance is planned.")


def _moment(text: str, config: AlarmConfig) -> datetime:
    """Of the shop's wall clock, unless it names its own offset."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is no time: write it {TIME}.") from None
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(config.timezone))
