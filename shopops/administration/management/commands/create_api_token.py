from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from shopops.administration.tokens import SkillRefused, create_token
from shopops.tenants.models import Tenant
from shopops.tenants.tokens import Scope


class Command(BaseCommand):
    help = "Create an API token for a tenant and print its secret, once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--name", required=True, help="who uses it, for the list of tokens")
        parser.add_argument(
            "--scope", action="append", required=True, choices=[str(scope) for scope in Scope]
        )
        parser.add_argument(
            "--skill", default="", help="whom it speaks for on alarms; needed for alarms:* scopes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"There is no tenant {options['tenant']!r}.")
        scopes = [Scope(scope) for scope in options["scope"]]
        try:
            made = create_token(
                tenant_id=tenant.pk,
                name=options["name"],
                scopes=scopes,
                author=None,
                now=timezone.now(),
                skill=options["skill"],
            )
        except SkillRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(made.secret)
