"""Connect the demo's tenants to their shops, once the site answers."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.timezone import now

from shopops.demo.management.commands.demo import SHOPS
from shopops.demo.shop.connecting import connect_shop


class Command(BaseCommand):
    help = (
        "Connect Northline and Southline to the demo's own shop system, so that what is approved "
        "is carried out there. The site must run. Run again, it changes only a moved address."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--site",
            default=settings.SHOPOPS_SITE_URL,
            help="where this site serves (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SHOPOPS_ENV != "demo":
            raise CommandError("There are no demo shops outside of the demo: set SHOPOPS_ENV=demo.")
        for script in SHOPS:
            result = connect_shop(script, site=options["site"], now=now())
            if not result.works:
                self.stdout.write(f"{script.name}’s demo shop is not connected: {result.says}")
        place = f"{options['site'].rstrip('/')}{reverse('demo_shop:shops')}"
        self.stdout.write(f"The shops’ own system is at {place} — what is approved happens there.")
