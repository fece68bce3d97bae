"""Run the pipeline over a shop's orders and say what came of it."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now
from tqdm import tqdm

from shopops.agents.ports import UnknownOrder
from shopops.orchestrator.resolve import count_orders, resolve_orders
from shopops.orchestrator.summary import Summary
from shopops.tenants.shops import UnknownTenant, find_tenant


class Command(BaseCommand):
    help = (
        "Turn a shop's orders into proposals and judge them. Run again, it changes nothing where "
        "the evidence is the same."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", required=True, metavar="SLUG", help="which shop")
        parser.add_argument("--order", metavar="ID", help="this order only")
        parser.add_argument("--json", action="store_true", help="print the summary as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
            summary = _run(tenant.pk, options["order"])
        except (UnknownTenant, UnknownOrder) as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps({"tenant": tenant.slug, **summary.as_json()}))
        else:
            self.stdout.write("\n".join(summary.lines()))
        if summary.failed:
            count = len(summary.failed)
            raise CommandError(
                f"{count} order{'s'[: count > 1]} failed, the first is {summary.failed[0]!r}: "
                "the log above says why. All others are done."
            )


def _run(tenant_id: int, order_id: str | None) -> Summary:
    summary = Summary()
    order_ids = None if order_id is None else [order_id]
    total = 1 if order_id is not None else count_orders(tenant_id)
    with tqdm(total=total, unit=" orders", disable=not sys.stderr.isatty()) as progress:
        for batch in resolve_orders(tenant_id=tenant_id, order_ids=order_ids, now=now()):
            summary.add(batch)
            progress.update(len(batch.saved) + len(batch.failed))
    return summary
