"""`manage.py alarm_settings --tenant SLUG [--set NAME=VALUE …] --reason WHY`"""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.administration.refusals import SettingsRefusal
from shopops.administration.ringing.settings import change_ringing
from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import UnknownTenant, find_tenant

EXAMPLE = """\
manage.py alarm_settings --tenant shop --reason "Nights off" \\
  --set interval_minutes=30 --set 'quiet_hours={"start":"22:00:00","end":"07:00:00"}'"""


class Command(BaseCommand):
    help = f"Shows how a shop's alarms ring, and changes it as its settings page does. {EXAMPLE}"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="VALUE is JSON"
        )
        parser.add_argument("--reason", default="", help="why; kept with the version")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
        except UnknownTenant as unknown:
            raise CommandError(str(unknown), returncode=2) from unknown
        with tenant_scope(tenant.pk):
            current = numbers.current(tenant.pk)
        if not options["set"]:
            self._print(current)
            return
        try:
            saved = change_ringing(
                tenant_id=tenant.pk,
                config=_changed(current, options["set"]),
                based_on=current.version,
                reason=options["reason"],
                author=None,
            )
        except SettingsRefusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Version {saved.version} is in force.")

    def _print(self, config: AlarmConfig) -> None:
        for name, value in msgspec.to_builtins(config).items():
            self.stdout.write(f"{name}={msgspec.json.encode(value).decode()}")


def _changed(current: AlarmConfig, pairs: list[str]) -> AlarmConfig:
    body = msgspec.to_builtins(current)
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in body or name == "version":
            raise CommandError(f"There is no setting {name!r}; without --set all are printed.")
        try:
            body[name] = msgspec.json.decode(value.encode())
        except msgspec.DecodeError:
            body[name] = value  # a word, as a time zone is
    try:
        return msgspec.convert(body, AlarmConfig)
    except msgspec.ValidationError as problem:
        raise CommandError(f"These settings can't be: {problem}.") from problem
