import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from shopops.acknowledgments.inbound import MAX_BYTES, Delivery, receive
from shopops.tenants.models import Tenant


class Command(BaseCommand):
    help = "Take in one mail from standard input, as a mail server's pipe gives it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", required=True, help="the shop's slug")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"There is no shop {options['tenant']}.")
        raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        mail = receive(tenant=tenant, delivery=Delivery(raw=raw, source="command"))
        if mail is None:
            self.stdout.write("It came before.")
            return
        mail.refresh_from_db(fields=["status", "reason"])
        self.stdout.write(f"{mail.get_status_display()}. {mail.reason}".strip())
