"""A list that is open while others work: nothing moves, nothing that is typed is lost."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from shopops.agents.intake import FakeOms
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.decisions import reject
from shopops.review.handles import mint_handle
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.browser.conftest import Visit
from tests.browser.looks import DARK_PHONE, USUAL, Look
from tests.support.pipeline import import_fakes, resolve_stored

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "store_northline"
TWICE_AS_LARGE = Look("light", 720, 540)  # what 200 percent leaves of 1440 by 1080
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"  # as when one comes back to the tab


def _come(numbers: int = 3) -> None:
    """New orders arrive and are judged."""
    shop = Tenant.objects.get(slug=SHOP)
    now = timezone.now()
    fakes = FakeOms(now=now)
    like = fakes.orders["O-1001"]
    fields = {name: getattr(like, name) for name in like.__struct_fields__}
    fakes.orders = {
        order_id: type(like)(
            **fields | {"id": order_id, "number": order_id, "placed_at": now - timedelta(days=9)}
        )
        for order_id in (f"NEW-{number}" for number in range(numbers))
    }
    fakes.tracker_records = {}
    import_fakes(shop, fakes, now=now)
    resolve_stored(shop, list(fakes.orders), now=now)


def _another_rejects(proposal_id: int) -> str:
    """The name of who did."""
    shop = Tenant.objects.get(slug=SHOP)
    other = Membership.objects.filter(tenant=shop, active=True, role="admin").order_by("pk").first()
    assert other is not None
    now = timezone.now()
    with tenant_scope(shop.pk):
        proposal = Proposal.objects.of(shop.pk).get(pk=proposal_id)
        handle = mint_handle(proposal=proposal, reviewer=other, now=now)
    reject(tenant_id=shop.pk, handle=handle, reviewer=other, reason="done by phone", now=now)
    return other.display_name


def _rows(page: Page) -> list[str]:
    return [row.get_attribute("data-item") or "" for row in page.locator("[data-item]").all()]


def test_new_items_are_offered_and_the_list_stays_until_they_are_asked_for(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.press("j")
    maya.press("j")
    before = _rows(page)
    focused = page.locator("[data-item]:focus").get_attribute("data-item")
    _come(3)
    page.evaluate(LOOK)
    offer = page.get_by_role("link", name="3 new items, show")
    expect(offer).to_be_visible()
    expect(page.locator("#said")).to_have_text("3 new items in the queue")
    assert _rows(page) == before
    assert page.locator("[data-item]:focus").get_attribute("data-item") == focused
    page.locator("#queue").evaluate("(list) => { list.scrollTop = 120 }")
    offer.evaluate("(link) => link.click()")
    expect(offer).to_be_hidden()
    expect(page.locator(f'[data-item="{focused}"]')).to_be_focused()
    assert page.locator("#queue").evaluate("(list) => list.scrollTop") == 120
    assert set(before) < set(_rows(page))
    assert maya.complaints == []
    assert maya.troubles("queue-news") == []


def test_what_is_typed_stays_while_the_queue_changes(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.press("n")
    expect(page.locator("[data-proposal]")).to_be_visible()
    open_id = int(page.locator("[data-proposal]").get_attribute("data-proposal") or 0)
    maya.press("r")
    maya.press("Tab")
    note = page.locator("#reject-reason")
    expect(note).to_be_focused()
    page.keyboard.type("She called and")
    who = _another_rejects(open_id)
    _come(2)
    with page.expect_response("**/review/live/**"):
        page.evaluate(LOOK)
    page.keyboard.type(" will wait")
    expect(note).to_have_value("She called and will wait")
    expect(note).to_be_focused()
    expect(page.locator("[data-news]")).to_be_hidden()
    expect(page.locator("[data-meanwhile]")).to_be_hidden()

    maya.press("Escape")
    expect(page.locator("[data-meanwhile]")).to_contain_text(f"Meanwhile rejected by {who}.")
    expect(page.locator("[data-news]")).to_be_visible()
    expect(page.locator(f'[data-item="{open_id}"]')).to_contain_text(f"rejected by {who}")
    for decides in ("[data-approve]", "[data-edit]", "[data-reject]", "[data-ask]"):
        expect(page.locator(decides)).to_have_count(0)
    assert maya.troubles("queue-meanwhile") == []
    following = page.locator("[data-meanwhile-next]").get_attribute("href")
    maya.press("n")
    page.wait_for_url(f"**{following}")
    expect(page.locator("[data-reject]")).to_be_visible()
    assert maya.complaints == []


def test_nothing_new_is_answered_by_304(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    with page.expect_response("**/review/live/**") as first:
        page.evaluate(LOOK)
    with page.expect_response("**/review/live/**") as second:
        page.evaluate(LOOK)
    assert (first.value.status, second.value.status) == (200, 304)
    shown = Proposal.objects.filter(review_status=ReviewStatus.PENDING).count()
    assert len(_rows(page)) == min(50, shown)


def test_the_queue_fits_every_screen(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    looks = (*USUAL, DARK_PHONE, TWICE_AS_LARGE)
    maya.open(f"/t/{SHOP}/review/?age=1&sort=value&assignee=nobody")
    found = maya.troubles("queue", *looks)
    for name in ("filters", "views"):
        page.locator(f"#{name}-summary").click()
        found += maya.troubles(f"queue-{name}", *looks)
    maya.open(f"/t/{SHOP}/review/?q=nobody+is+called+so")
    found += maya.troubles("queue-nothing", *looks)
    assert found == []
    assert maya.complaints == []
