"""An admin erases a customer who called, in a browser: what is in the way is said, then it goes."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE, NORTHLINE
from shopops.privacy.hindrances import hindrances
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.browser.conftest import Visit, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = f"/t/{NORTHLINE.slug}/settings/privacy/"


def test_what_waits_is_in_the_way_and_what_is_settled_is_erased(visit: Visit) -> None:
    ada = visit()
    ada.sign_in(ADAEZE.email)
    ada.open(PAGE)
    found = ada.troubles("privacy-none")
    waits, settled = _orders()
    _open_request(ada, waits)
    expect(ada.page.get_by_text("An order waits for a decision.")).to_be_visible()
    found += ada.troubles("privacy-in-the-way")
    ada.open(PAGE)
    _open_request(ada, settled)
    found += ada.troubles("privacy-request")
    ada.page.get_by_label("Why?").first.fill("They called us")
    ada.page.get_by_role("button", name="Erase").click()
    expect(ada.page.get_by_text("What was kept of 1 order is erased.")).to_be_visible()
    found += ada.troubles("privacy-erased")
    ada.page.get_by_role("link", name=settled, exact=True).click()
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text(settled)
    found += ada.troubles("privacy-order")
    ada.open(PAGE)
    expect(ada.page.get_by_text("It was erased.")).to_be_visible()
    found += ada.troubles("privacy-list")
    assert found == []
    assert ada.complaints == []


def _open_request(ada: Visitor, number: str) -> None:
    ada.page.get_by_label("Order number").fill(number)
    ada.page.get_by_label("Erase what is kept of them").check()
    ada.page.get_by_role("button", name="Open", exact=True).click()
    expect(ada.page.get_by_role("heading", name="A customer wants to be erased.")).to_be_visible()


def _orders() -> tuple[str, str]:
    """One that waits, and one that nothing is in the way of."""
    shop = Tenant.objects.get(slug=NORTHLINE.slug)
    with tenant_scope(shop.pk):
        newest = Proposal.objects.of(shop.pk).filter(superseded_by=None).order_by("pk")
        waits = newest.filter(review_status=ReviewStatus.PENDING)[0]
        ids = list(newest.values_list("order_id", flat=True))
        barred = {one.order_id for one in hindrances(shop.pk, ids, timezone.now())}
        free = newest.exclude(order_id__in=barred)[0]
    return waits.order_number, free.order_number
