"""What a batch of orders can meet, made of the same imported orders one case after another.

By the app's own role, so that tests and benchmarks walk the same cases.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from shopops.agents.thresholds import Thresholds
from shopops.alarms.models import AlarmRefusal
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.settings import sealed
from shopops.connectors.models import RecordType, SourceRecord, Suppressed
from shopops.connectors.suppression import ref_of
from shopops.proposals.models import Proposal
from shopops.proposals.statuses import UNDECIDED
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.thresholds import current, save_thresholds
from tests.support.pipeline import NOON, hire, resolve_stored

MOST_STATEMENTS = 40  # of a batch of 500 orders, in every case
ORDINARY_STATEMENTS = 34
# Ends a scope inside a test's transaction, where a commit would do.
SETTLING = ("SET CONSTRAINTS", "SELECT set_config('shopops.tenant', ''")

CHANGE = """
UPDATE connectors_sourcerecord
SET body = body || jsonb_build_object(
        'state', %(state)s::text,
        'placed_at', CASE WHEN external_id <> ALL (%(undated)s)
                          THEN to_jsonb(%(placed_at)s::timestamptz) END,
        'customer', body -> 'customer' || jsonb_build_object('opted_out', %(opted_out)s::bool)),
    authored_at = CASE WHEN external_id <> ALL (%(undated)s) THEN %(placed_at)s::timestamptz END
WHERE tenant_id = %(tenant)s AND record_type = 'order' AND external_id = ANY (%(orders)s)
"""
ONE_CUSTOMER_FOR_FIVE = """
UPDATE connectors_sourcerecord record SET customer_ref = sha256(counted.family::text::bytea)
FROM (SELECT id, row_number() OVER (ORDER BY external_id) / 5 AS family
      FROM connectors_sourcerecord
      WHERE tenant_id = %(tenant)s AND record_type = 'order' AND external_id = ANY (%(orders)s)
     ) counted
WHERE record.id = counted.id
"""

Orders = Sequence[str]


def walk(shop: Tenant, small: Orders, large: Orders) -> Iterator[tuple[str, int, int]]:
    """Each case with the statements that a batch takes in it, the small one and the large one.
    The orders are copies of O-1001 that nobody has resolved yet."""
    for prepare in CASES:
        now = timezone.now()  # by the alarms' clock: what was read before one's end opens none
        prepare(shop, [*small, *large])
        yield prepare.__name__, _statements(shop, small, now), _statements(shop, large, now)


def _statements(shop: Tenant, orders: Orders, now: datetime) -> int:
    with CaptureQueriesContext(connection) as captured:
        summary = resolve_stored(shop, orders, now=now)
    if summary.changes.total() != len(orders) or summary.changes["unchanged"] or summary.failed:
        raise AssertionError(f"not everything was written: {summary.as_json()}")
    return sum(not query["sql"].startswith(SETTLING) for query in captured)


def new_orders(shop: Tenant, orders: Orders) -> None:
    """As they were imported."""


def changed_evidence(shop: Tenant, orders: Orders) -> None:
    _change(shop, orders, state="cancelled")


def decided_under_older_numbers(shop: Tenant, orders: Orders) -> None:
    _decide(shop, orders)
    _change(shop, orders, state="closed")


def suppression_entries(shop: Tenant, orders: Orders) -> None:
    emails = SourceRecord.objects.filter(tenant=shop, record_type=RecordType.ORDER)
    email = emails.filter(external_id=orders[0]).values_list("body__customer__email", flat=True)
    with tenant_scope(shop.pk):
        Suppressed.objects.create(
            tenant=shop,
            ref=ref_of(shop.pk, email.get()),
            shown="…",
            reason="Asked by phone",
            added_by=hire(shop, "Ada"),
        )
    _change(shop, orders, state="cancelled")


def everything_at_once(shop: Tenant, orders: Orders) -> None:
    """Besides the above: escalations, every other of which gets no alarm, since its record has no
    date."""
    _decide(shop, orders)
    _change(shop, orders, state="closed", opted_out=True, undated=orders[::2])


def escalations(shop: Tenant, orders: Orders) -> None:
    with tenant_scope(shop.pk):
        if AlarmRefusal.objects.of(shop.pk).count() != len(orders[::2]):
            raise AssertionError("a record without a date was not refused once")
    _change(shop, orders, state="cancelled", opted_out=True)


def customers_with_earlier_orders(shop: Tenant, orders: Orders) -> None:
    _change(shop, orders, state="closed")
    with tenant_scope(shop.pk), connection.cursor() as cursor:
        cursor.execute(ONE_CUSTOMER_FOR_FIVE, {"tenant": shop.pk, "orders": list(orders)})


def carried_out_without_approval(shop: Tenant, orders: Orders) -> None:
    """By a connected shop that does what the shop's numbers permit, mails too."""
    with tenant_scope(shop.pk):
        Suppressed.objects.of(shop.pk).update(removed_at=NOON, removed_by=F("added_by"))
        permitted = replace(current(shop.pk), approval_above_cents={"USD": 10**9})
        save_thresholds(tenant_id=shop.pk, numbers=permitted, reason="test", author=None)
        if not Connection.objects.of(shop.pk).exists():
            Connection.objects.create(
                tenant=shop,
                connector="generic",
                title="Own shop",
                settings_sealed=sealed({}),
                tested_at=NOON,
                carries_out=CarriesOut.PERMITTED,
                carries_out_since=NOON - timedelta(days=9),
            )
    _change(shop, orders, state="cancelled")


CASES: tuple[Callable[[Tenant, Orders], None], ...] = (
    new_orders,
    changed_evidence,
    decided_under_older_numbers,
    suppression_entries,
    everything_at_once,
    escalations,
    carried_out_without_approval,
    customers_with_earlier_orders,
)


def _change(
    shop: Tenant, orders: Orders, *, state: str, opted_out: bool = False, undated: Orders = ()
) -> None:
    values: dict[str, Any] = {
        "tenant": shop.pk,
        "orders": list(orders),
        "state": state,
        "opted_out": opted_out,
        "undated": list(undated),
        "placed_at": NOON - timedelta(days=9),
    }
    with tenant_scope(shop.pk), connection.cursor() as cursor:
        cursor.execute(CHANGE, values)


def _decide(shop: Tenant, orders: Orders) -> None:
    """Reject what waits, and put other numbers into force after that."""
    decider = hire(shop, f"Maya{Proposal.objects.of(shop.pk).count()}")
    with tenant_scope(shop.pk):
        waiting = Proposal.objects.of(shop.pk).filter(
            order_id__in=orders, review_status__in=UNDECIDED
        )
        waiting.update(review_status="rejected", decided_by=decider, decided_at=NOON)
        more = current(shop.pk).duplicate_minutes + 1
        save_thresholds(
            tenant_id=shop.pk,
            numbers=Thresholds(duplicate_minutes=more),
            reason="test",
            author=None,
        )
