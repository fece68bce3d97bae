"""An admin tries a higher cap out in a browser, saves it, and the next proposal is judged by it."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE, NORTHLINE
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.tenants.models import Tenant
from tests.browser.conftest import Visit
from tests.support.pipeline import newest

pytestmark = pytest.mark.django_db(transaction=True)
THRESHOLDS = f"/t/{NORTHLINE.slug}/settings/thresholds/"


def test_an_admin_sees_which_orders_a_higher_cap_frees_saves_it_and_the_next_proposal_has_it(
    visit: Visit,
) -> None:
    ada = visit()
    ada.sign_in(ADAEZE.email)
    ada.open(THRESHOLDS)
    page = ada.page
    found = ada.troubles("thresholds")
    page.get_by_label("Approval above, USD").fill("100.00")
    page.get_by_role("button", name="Show what would change").click()
    expect(page.get_by_text("Approval above (USD): 50.00 USD → 100.00 USD")).to_be_visible()
    found += ada.troubles("what-would-change")
    ada.follow(page.get_by_role("link", name="Show orders from needs approval to permitted"))
    freed = page.locator(".order-changes strong").all_inner_texts()
    page.get_by_label("Why do these numbers change?").fill("Small refunds need nobody")
    page.get_by_role("button", name="Save as version 3").click()
    expect(page.get_by_text("Version 3 is in force.")).to_be_visible()

    shop = Tenant.objects.get(slug=NORTHLINE.slug)
    free, decided = _free(shop), _decided(shop)
    for _ in resolve_orders(tenant_id=shop.pk, now=timezone.now()):
        pass
    assert set(freed) == _free(shop) - free != set()
    assert _decided(shop) == decided != {}
    for number in freed:
        after = newest(shop, number)
        before = Proposal.objects.get(superseded_by=after)
        assert (before.thresholds_version, after.thresholds_version) == (2, 3)
        assert (before.review_status, "APR-1" in before.rule_ids) == (ReviewStatus.STALE, True)

    ada.open(f"/t/{NORTHLINE.slug}/review/{newest(shop, freed[0]).pk}/")
    page.get_by_role("link", name="thresholds version 3").click()
    expect(page.get_by_role("heading", name="Version 3 beside version 2")).to_be_visible()
    found += ada.troubles("threshold-history")

    ada.open(f"/t/{NORTHLINE.slug}/settings/suppression/")
    page.get_by_label("E-mail addresses, one a line").fill("@rude.example")
    page.get_by_label("Why?").fill("They asked us to")
    page.get_by_role("button", name="Put on the list").click()
    expect(page.get_by_text("1 put on the list")).to_be_visible()
    found += ada.troubles("suppression-list")
    assert found == []
    assert ada.complaints == []


def _free(shop: Tenant) -> set[str]:
    """Orders that nobody has to look at."""
    newest_ones = Proposal.objects.of(shop.pk).filter(superseded_by=None)
    free = newest_ones.filter(review_status=ReviewStatus.NOT_REQUIRED)
    return set(free.values_list("order_number", flat=True))


def _decided(shop: Tenant) -> dict[str, int]:
    """The version that each decided order's newest proposal was judged under."""
    newest_ones = Proposal.objects.of(shop.pk).filter(superseded_by=None)
    decided = newest_ones.filter(decided_at__isnull=False)
    return dict(decided.values_list("order_number", "thresholds_version"))
