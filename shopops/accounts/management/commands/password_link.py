"""For an operator of a site that can't send mail: the link that it would have mailed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.accounts.enrol import password_link
from shopops.tenants.people import account_with


class Command(BaseCommand):
    help = (
        "Print a link with which a person chooses a password, good for three days, once. Whoever "
        "has it can sign in as them: give it to nobody else. That it was made is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--email", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_with(options["email"])
        if user is None or not user.is_active:
            raise CommandError("Nobody signs in with that address. Invite them from their shop.")
        self.stdout.write(password_link(user))
