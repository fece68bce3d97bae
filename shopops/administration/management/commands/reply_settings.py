"""`manage.py reply_settings --tenant SLUG [--proof proven|unproven] [--server NAME] --reason …`"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from msgspec.structs import replace

from shopops.acknowledgments import rules as inbound
from shopops.administration.refusals import SettingsRefusal
from shopops.administration.replies.forms import PROVEN, UNPROVEN
from shopops.administration.replies.settings import change_replies
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import UnknownTenant, find_tenant


class Command(BaseCommand):
    help = "Shows which answers count in a shop, and changes it as its settings page does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        parser.add_argument("--proof", choices=[PROVEN, UNPROVEN])
        parser.add_argument(
            "--knowingly", action="store_true", help="needed to take unproven answers"
        )
        parser.add_argument("--server", help="whose word counts; '' for the site's own")
        parser.add_argument("--reason", default="", help="why; kept with the version")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
        except UnknownTenant as unknown:
            raise CommandError(str(unknown), returncode=2) from unknown
        with tenant_scope(tenant.pk):
            current = inbound.current(tenant.pk)
        wanted = current
        if options["proof"]:
            wanted = replace(wanted, takes_unproven=options["proof"] == UNPROVEN)
        if options["server"] is not None:
            wanted = replace(wanted, authserv_id=options["server"].lower())
        if options["proof"] is None and options["server"] is None:
            proof = UNPROVEN if current.takes_unproven else PROVEN
            self.stdout.write(f"proof={proof}\nserver={_server(current.authserv_id)}")
            return
        try:
            saved = change_replies(
                tenant_id=tenant.pk,
                rules=wanted,
                based_on=current.version,
                reason=options["reason"],
                author=None,
                knowingly=options["knowingly"],
            )
        except SettingsRefusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Version {saved.version} is in force.")


def _server(own: str) -> str:
    """Whose word counts; a shop that names no server goes by the site's."""
    if own:
        return own
    site = settings.SHOPOPS_AUTHSERV_ID
    return f"{site} (the site's own)" if site else "none (a sender's DKIM signature decides)"
