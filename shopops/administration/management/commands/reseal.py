"""Encrypts what is secret in the database anew, with the first of SHOPOPS_VAULT_KEYS, and makes
anew what is found by a hash that the secret key makes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from shopops.accounts.resealing import reseal_second_factors
from shopops.acknowledgments.resealing import reseal_mails
from shopops.connections.resealing import reseal_connections, reseal_deliveries
from shopops.connectors.rekeying import rekey_customers
from shopops.tenants.models import Tenant
from shopops.tenants.sealing import Unreadable


class Command(BaseCommand):
    help = (
        "Encrypts second factors, kept mails, settings of connected shops and what those sent with "
        "the newest vault key, and makes the references anew by which a customer's orders are "
        "found together. Run it after a new key was put in front of SHOPOPS_VAULT_KEYS, or "
        "SHOPOPS_SECRET_KEY was changed, and everything was restarted, before the old one is "
        "taken away. It may be run again, and while people work."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            factors = reseal_second_factors()
            tenants = list(Tenant.objects.order_by("pk").values_list("pk", flat=True))
            mails = sum(reseal_mails(tenant) for tenant in tenants)
            shops = sum(reseal_connections(tenant) for tenant in tenants)
            deliveries = sum(reseal_deliveries(tenant) for tenant in tenants)
            customers = sum(rekey_customers(tenant) for tenant in tenants)
        except Unreadable as problem:
            raise CommandError(
                "Something is sealed with a key that is not there. Put the missing one back into "
                "SHOPOPS_VAULT_KEYS or SHOPOPS_OLD_SECRET_KEYS, then run this again."
            ) from problem
        self.stdout.write(
            f"Sealed anew: {factors} second factors, {mails} mails, {shops} connected shops, "
            f"{deliveries} of their deliveries. Found by another hash now: the customers of "
            f"{customers} orders."
        )
