"""For an operator who knows that a person has lost phone and recovery codes."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from shopops.accounts.models import AccountEvent, AccountEventKind
from shopops.tenants.people import account_with


class Command(BaseCommand):
    help = (
        "Remove a person's second factor and recovery codes. Make sure first that it is them who "
        "ask: from then on the password alone signs in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--email", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_with(options["email"])
        if user is None:
            raise CommandError("Nobody signs in with that address.")
        with transaction.atomic():
            gone, _ = Authenticator.objects.filter(user=user).delete()
            if not gone:
                raise CommandError("There is no second factor to remove.")
            AccountEvent.objects.create(
                user=user, kind=AccountEventKind.FACTOR_REMOVED, code="operator"
            )
        self.stdout.write(f"Removed. {user.email} signs in with the password alone.")
