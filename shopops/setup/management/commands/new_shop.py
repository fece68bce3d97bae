"""For an operator: a new shop, and the link with which its first admin joins."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from shopops.setup.opening import Opened, open_shop
from shopops.setup.opening_form import OpeningForm, sentences
from shopops.tenants.shops import TenantRefused

OPTIONS = {
    "slug": "--slug",
    "name": "--name",
    "timezone": "--timezone",
    "currency": "--currency",
    "admin_email": "--admin-email",
    "admin_name": "--admin-name",
}


def said(opened: Opened) -> str:
    """The link is printed where no mail carries it."""
    who = f"{opened.invitation.display_name} ({opened.invitation.email})"
    if opened.mailed:
        return f"{who} has a mail with a link that is good for three days."
    return (
        f"No mail was sent. Give this link to {who} and to nobody else; it works once, within "
        f"three days:\n{opened.link}"
    )


class Command(BaseCommand):
    help = (
        "Open a shop and invite its first admin: by mail, or with a link that is printed where no "
        "mail goes out. A run that was broken off is completed by the same command."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--slug", required=True, help="stands in every address of the shop")
        parser.add_argument("--name", required=True, help="of the shop, as people read it")
        parser.add_argument("--timezone", required=True, help="such as Europe/Berlin")
        parser.add_argument("--currency", default="", help="of most orders; default: USD")
        parser.add_argument("--admin-email", required=True, help="of its first admin")
        parser.add_argument("--admin-name", default="", help="default: from the address")
        parser.add_argument("--no-mail", action="store_true", help="print the link instead")

    def handle(self, *args: Any, **options: Any) -> None:
        typed = {name: options[name] for name in OPTIONS}
        typed["admin_name"] = typed["admin_name"] or typed["admin_email"].partition("@")[0]
        form = OpeningForm(typed)
        if not form.is_valid():
            raise CommandError(sentences(form, OPTIONS))
        try:
            opened = open_shop(
                **form.wanted, operator=None, now=timezone.now(), mail=not options["no_mail"]
            )
        except TenantRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"The shop {opened.tenant.slug} is open.\n{said(opened)}")
