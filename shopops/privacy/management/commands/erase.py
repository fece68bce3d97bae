"""`manage.py erase --tenant SLUG (--order ID … | --request ID | --whole-shop) --reason TEXT`"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from shopops.privacy import refusals
from shopops.privacy.erasing import erase
from shopops.privacy.finding import orders_numbered
from shopops.privacy.kept import Kept
from shopops.privacy.walking import (
    Walked,
    count_meant,
    count_of_source,
    erase_request,
    erase_source,
)
from shopops.review.refusals import DecisionRefused
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import UnknownTenant, find_tenant


class Command(BaseCommand):
    help = "Erases what is kept of orders, as the page Customer data does. It can't be taken back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--order", action="append", metavar="ID", help="Its id or its number.")
        what.add_argument("--request", type=int, metavar="ID", help="All that it is about.")
        what.add_argument("--whole-shop", action="store_true", help="Every order that is held.")
        parser.add_argument("--source", default="", help="With --whole-shop: only of this source.")
        parser.add_argument("--reason", required=True, help="Kept; no name or address, please.")
        parser.add_argument("--yes", action="store_true", help="Do not ask.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
            if options["whole_shop"]:
                self._whole_shop(tenant, options)
            elif options["request"] is not None:
                self._request(tenant, options)
            else:
                self._orders(tenant, options)
        except UnknownTenant as unknown:
            raise CommandError(str(unknown), returncode=2) from unknown
        except DecisionRefused as refusal:
            raise CommandError(f"{refusal.code}: {refusal}") from refusal

    def _orders(self, tenant: Tenant, options: Mapping[str, Any]) -> None:
        with tenant_scope(tenant.pk):
            found = {one: orders_numbered(tenant.pk, one) for one in options["order"]}
            orders = sorted({order for named in found.values() for order in named})
            counts = Kept(tenant.pk, orders).counts()
        missing = [one for one, named in found.items() if not named]
        if missing:
            raise CommandError(f"{refusals.UnknownOrder.code}: there is no order {missing[0]!r}")
        self.stdout.write(f"Of {', '.join(orders)} would go: {_said(counts)}.")
        self._ask(options)
        gone = erase(
            tenant_id=tenant.pk,
            order_ids=orders,
            author=None,
            reason=options["reason"],
            now=timezone.now(),
        )
        self.stdout.write(f"Gone: {_said(gone)}.")

    def _whole_shop(self, tenant: Tenant, options: Mapping[str, Any]) -> None:
        with tenant_scope(tenant.pk):
            orders = count_of_source(tenant.pk, options["source"])
        self._walk(tenant, options, orders, partial(erase_source, source=options["source"]))

    def _request(self, tenant: Tenant, options: Mapping[str, Any]) -> None:
        request_id = options["request"]
        with tenant_scope(tenant.pk):
            orders = count_meant(tenant.pk, request_id)
        self._walk(tenant, options, orders, partial(erase_request, request_id=request_id))
        self.stdout.write("The request is settled.")

    def _walk(
        self, tenant: Tenant, options: Mapping[str, Any], orders: int, walk: Callable[..., Walked]
    ) -> None:
        """Ends with 1 where an order stays."""
        self.stdout.write(f"What is kept of {orders} orders would go.")
        self._ask(options)
        walked = walk(
            tenant_id=tenant.pk, reason=options["reason"], now=timezone.now, report=self._step
        )
        for order_id, refusal in walked.left.items():
            self.stderr.write(f"{order_id} stays: {refusal.code}: {refusal}")
        if walked.left:
            sys.exit(1)

    def _step(self, walked: Walked) -> None:
        left = f", {len(walked.left)} stay" if walked.left else ""
        self.stdout.write(f"{walked.erased} orders erased{left}. Gone: {_said(walked.gone)}.")

    def _ask(self, options: Mapping[str, Any]) -> None:
        if options["yes"]:
            return
        self.stdout.write("It can't be taken back. Type yes to erase: ", ending="")
        self.stdout.flush()
        if sys.stdin.readline().strip() != "yes":
            raise CommandError("Nothing was erased.")


def _said(counts: Mapping[str, int] | Counter[str]) -> str:
    told = [f"{count} {kind.replace('_', ' ')}" for kind, count in counts.items() if count]
    return ", ".join(told) or "nothing is kept"
