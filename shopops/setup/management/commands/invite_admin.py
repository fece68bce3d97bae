"""For an operator: an admin for a shop that has none, or a new link for one who was invited."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import timezone

from shopops.administration.members.by_operator import invite_admin
from shopops.administration.members.refusals import NotInvited
from shopops.setup.management.commands.new_shop import said
from shopops.setup.opening import opened
from shopops.tenants.shops import UnknownTenant, find_tenant


class Command(BaseCommand):
    help = (
        "Invite an admin into a shop, or make a new link for one who is invited: the one before "
        "stops working. The ledger has it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--email", required=True)
        parser.add_argument("--name", default="", help="default: from the address")
        parser.add_argument("--no-mail", action="store_true", help="print the link instead")

    def handle(self, *args: Any, **options: Any) -> None:
        email, now = options["email"], timezone.now()
        try:
            validate_email(email)
            tenant = find_tenant(options["tenant"])
            invitation, secret = invite_admin(
                tenant=tenant,
                email=email,
                display_name=options["name"] or email.partition("@")[0],
                now=now,
            )
        except ValidationError:
            raise CommandError(f"{email} is not an e-mail address.") from None
        except (UnknownTenant, NotInvited) as refusal:
            raise CommandError(str(refusal)) from None
        made = opened(tenant, invitation, secret, now=now, mail=not options["no_mail"])
        self.stdout.write(said(made))
