"""Encrypts what is secret in the database anew, with the first of SHOPOPS_VAULT_KEYS."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from shopops.accounts.resealing import reseal_second_factors
from shopops.acknowledgments.resealing import reseal_mails
from shopops.tenants.models import Tenant
from shopops.tenants.sealing import Unreadable


class Command(BaseCommand):
    help = (
        "Encrypts second factors and kept mails with the newest vault key. Run it after a new key "
        "was put in front of SHOPOPS_VAULT_KEYS and everything was restarted, before the old one "
        "is taken away. It may be run again, and while people work."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            factors = reseal_second_factors()
            mails = sum(reseal_mails(tenant.pk) for tenant in Tenant.objects.order_by("pk"))
        except Unreadable as problem:
            raise CommandError(
                "Something is sealed with a key that is not there. Put the missing one back into "
                "SHOPOPS_VAULT_KEYS or SHOPOPS_OLD_SECRET_KEYS, then run this again."
            ) from problem
        self.stdout.write(f"Sealed anew: {factors} second factors, {mails} mails.")
