from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from shopops.administration.tokens import DelegationRefused, SkillRefused, create_token
from shopops.tenants.models import Membership, Tenant
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
        parser.add_argument(
            "--acts-for", metavar="EMAIL", help="whose decisions it sends; needs --granted-by"
        )
        parser.add_argument(
            "--granted-by", metavar="EMAIL", help="the administrator who grants the token"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"There is no tenant {options['tenant']!r}.")
        try:
            made = create_token(
                tenant_id=tenant.pk,
                name=options["name"],
                scopes=[Scope(scope) for scope in options["scope"]],
                author=_member(tenant, options["granted_by"]),
                now=timezone.now(),
                skill=options["skill"],
                acts_for=_member(tenant, options["acts_for"]),
            )
        except (SkillRefused, DelegationRefused) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(made.secret)


def _member(tenant: Tenant, email: str | None) -> Membership | None:
    if email is None:
        return None
    found = Membership.objects.filter(tenant=tenant, user__email__iexact=email).first()
    if found is None:
        raise CommandError(f"Nobody of {tenant.name} has the address {email!r}.")
    return found
