"""What the demo shop looks back on: something in every chart, and in every list."""

from datetime import timedelta

import pytest
from django.utils import timezone

from shopops.dashboard.charts.parts import Asked
from shopops.dashboard.charts.registry import all_charts
from shopops.dashboard.period import latest
from shopops.demo.northline import NORTHLINE, TOMASZ
from shopops.demo.past import EARLIER, RECENT
from shopops.demo.play import play
from shopops.demo.script import Shop
from shopops.demo.southline import SOUTHLINE
from shopops.ledger import EventKind
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import settings
from shopops.review.models import Decision, DecisionKind, Delegation
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import find_tenant
from tests.support.clock import Clock
from tests.support.ledger_reading import bodies_of_kind

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SETTLED = {order.order_id for order, _ in (*EARLIER, *RECENT)}
OPEN = (ReviewStatus.UNJUDGED, ReviewStatus.PENDING, ReviewStatus.CHANGES_REQUESTED)


def test_every_chart_has_something_to_show_and_days_before_to_compare_with(clock: Clock) -> None:
    play(NORTHLINE, with_past=True, set_clock=clock.set)
    tenant = find_tenant(NORTHLINE.slug)
    now = timezone.now()
    with tenant_scope(tenant.pk):
        past = Proposal.objects.of(tenant.pk).filter(order_id__in=SETTLED)
        assert not past.filter(review_status__in=OPEN).exists()
        assert {row.order_id for row in past} == SETTLED
        period = latest(30, zone=tenant.timezone, now=now)
        charts = all_charts(Asked(tenant.pk, period, now, settings.current(tenant.pk)))
    assert [chart.slug for chart in charts if not chart.pictures] == []
    decided = next(chart for chart in charts if chart.slug == "time-to-decision")
    assert "In the 30 days before: " in decided.answer
    heard = next(chart for chart in charts if chart.slug == "time-to-acknowledgment")
    assert "half within 45 min, nine in ten within 2 h 16 min." in heard.answer
    rang = next(chart for chart in charts if chart.slug == "rings-per-alarm")
    assert {row[0]: row[2] for row in rang.table.rows}["never"] != "0"
    assert all(row[2] != "0" for row in rang.table.rows[1:5])
    money = next(chart for chart in charts if chart.slug == "money")
    assert [row[0] for row in money.table.rows] == ["EUR", "JPY", "KWD", "USD"]
    with tenant_scope(tenant.pk):
        _whatever_can_become_of_an_order_became_of_one(tenant)
        _one_has_a_limit_of_their_own_and_was_lent_more(tenant)


def _whatever_can_become_of_an_order_became_of_one(tenant: Tenant) -> None:
    decisions = list(Decision.objects.of(tenant.pk))
    what_visitors_do = {DecisionKind.TAKE_BACK, DecisionKind.PROPOSE_AGAIN}
    assert {one.kind for one in decisions} == {*DecisionKind} - what_visitors_do
    assert [one.bypassed for one in decisions if one.bypassed] == [["four_eyes"]]
    assert [one.together for one in decisions if one.together] == [3, 3, 3]
    statuses = set(Proposal.objects.of(tenant.pk).values_list("review_status", flat=True))
    assert statuses == {*ReviewStatus} - {ReviewStatus.UNJUDGED, ReviewStatus.CANCELLED}
    told = bodies_of_kind(tenant.pk, EventKind.DECISION)
    assert [body["order"] for body in told if body["decision"] == "expired"] == ["O-941"]


def _one_has_a_limit_of_their_own_and_was_lent_more(tenant: Tenant) -> None:
    tomasz = Membership.objects.get(user__email=TOMASZ.email)
    lent = Delegation.objects.of(tenant.pk).get(receiver=tomasz)
    own = settings.current(tenant.pk).most(tomasz, "EUR")
    assert own is not None
    assert own < lent.most_minor
    assert lent.starts_at < timezone.now() < lent.ends_at


def _waiting(tenant: Tenant) -> set[str]:
    with tenant_scope(tenant.pk):
        waits = Proposal.objects.of(tenant.pk).filter(review_status__in=OPEN)
        return set(waits.values_list("order_id", flat=True))


@pytest.mark.parametrize("shop", [NORTHLINE, SOUTHLINE], ids=lambda shop: shop.slug)
def test_judged_anew_soon_and_a_day_later_nothing_else_waits_than_was_meant_to(
    shop: Shop, clock: Clock
) -> None:
    play(shop, with_past=True, set_clock=clock.set)
    tenant = find_tenant(shop.slug)
    meant = _waiting(tenant)
    for later in (timedelta(minutes=20), timedelta(days=1)):
        now = tenant.created_at + later
        clock.set(now)
        batches = list(resolve_orders(tenant_id=tenant.pk, order_ids=None, now=now))
        assert sum(len(batch.failed) for batch in batches) == 0
        assert _waiting(tenant) == meant, later
