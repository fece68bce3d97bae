"""An admin connects a shop and a reviewer settles what was not carried out, in a browser."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from shopops.connections.models import Connection, Delivery, Taken
from shopops.connectors.ports import Request
from shopops.demo.northline import ADAEZE, MAYA
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Ended, State
from shopops.outbox.states import Purpose as Asks
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, seal
from tests.browser.conftest import Visit
from tests.support.shop_double import SECRET_IN, SECRET_OUT, ShopDouble, open_shop_double

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
CAME = b'{"type": "order.updated", "data": {"id": "O-1038", "customer": {"name": "Jon Doe"}}}'
ANSWER = b'{"key": "%s", "status": "failed", "detail": "jon@example.com is blocked"}'


@pytest.fixture
def double(tmp_path: Path) -> Iterator[ShopDouble]:
    with open_shop_double(tmp_path) as found:
        yield found


def test_a_shop_is_connected_tested_and_let_carry_out(visit: Visit, double: ShopDouble) -> None:
    visitor = visit()
    visitor.sign_in(ADAEZE.email)
    page = visitor.page
    visitor.open(f"{SHOP}/settings/connections/")
    wrong = visitor.troubles("connections-none")
    visitor.follow(page.get_by_role("link", name="Connect Own system"))
    wrong += visitor.troubles("connections-form")
    page.get_by_label("Name").fill("Northline’s own shop")
    page.get_by_label("Address of your system").fill(double.address)
    page.get_by_role("button", name="Make one Secret for what ShopOps sends").click()
    made = page.get_by_label("Secret for what ShopOps sends")
    expect(made).to_have_value(re.compile(r"whsec_[A-Za-z0-9+/]{43}="))
    expect(made).to_have_attribute("type", "text")
    wrong += visitor.troubles("connections-form-made")
    made.fill(SECRET_OUT)
    page.get_by_label("Secret for what your system sends").fill(SECRET_IN)
    page.get_by_label("Why?").fill("We start with refunds")
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_text("not tested")).to_be_visible()
    page.get_by_role("button", name="Test connection").click()
    expect(page.get_by_role("heading", name="It works")).to_be_visible()
    wrong += visitor.troubles("connections-tested")
    page.get_by_label("What a person approved", exact=True).check()
    page.locator("#id_out_reason").fill("The test went well")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: What a person approved, since")).to_be_visible()
    shop = Tenant.objects.get(slug="store_northline")
    sent_something(shop, Connection.objects.get())
    visitor.follow(page.get_by_role("link", name="Messages from the shop"))
    wrong += visitor.troubles("connections-deliveries")
    page.get_by_text("Could not be read").click()
    expect(page.locator(".wire")).to_contain_text("O-1038")
    expect(page.get_by_text("Jon Doe")).to_have_count(0)
    wrong += visitor.troubles("connections-delivery")
    visitor.open(f"{SHOP}/settings/connections/")
    wrong += visitor.troubles("connections")
    assert wrong == []
    assert visitor.complaints == []


def test_what_failed_is_looked_at_and_settled_and_an_open_list_hears_of_it(visit: Visit) -> None:
    shop = Tenant.objects.get(slug="store_northline")
    effect = failed_effect(shop)
    visitor = visit()
    visitor.sign_in(MAYA.email)
    page = visitor.page
    page.clock.install()
    visitor.open(f"{SHOP}/executions/")
    wrong = visitor.troubles("executions")
    row = page.locator(f'[data-row="{effect.pk}"]')
    expect(row).to_contain_text("failed")
    watcher = visit()
    watcher.sign_in(MAYA.email)
    watcher.page.clock.install()
    watcher.open(f"{SHOP}/executions/{effect.pk}/")
    other = visit()
    other.sign_in(MAYA.email)
    other.open(f"{SHOP}/executions/{effect.pk}/")
    look = other.page
    for summary in look.get_by_text("What was sent and answered").all():
        summary.click()
    expect(look.get_by_text("is blocked")).to_have_count(2)
    expect(look.get_by_text("jon@example.com")).to_have_count(0)
    wrong += other.troubles("execution-failed")
    look.locator("summary", has_text="Mark as done by hand").click()
    look.get_by_label("The shop’s own id of it").fill("R-1")
    look.locator("#reason-by-hand").fill("I did it in the shop")
    wrong += other.troubles("execution-acting")
    look.get_by_role("button", name="Mark as done by hand").click()
    expect(look.get_by_text("Marked as done by hand.")).to_be_visible()
    wrong += other.troubles("execution-done")
    page.clock.run_for(9000)
    expect(row).to_contain_text("done by hand")
    watcher.page.clock.run_for(9000)
    expect(watcher.page.locator("#execution")).to_contain_text("done by hand")
    visitor.open(f"{SHOP}/executions/?state=unknown")
    wrong += visitor.troubles("executions-empty")
    visitor.open(f"{SHOP}/review/{effect.proposal_id}/")
    expect(page.locator(".notice.ok .tag", has_text="done by hand").first).to_be_visible()
    wrong += visitor.troubles("execution-on-order")
    assert wrong == []
    assert visitor.complaints + other.complaints + watcher.complaints == []


def sent_something(shop: Tenant, connection: Connection) -> None:
    with tenant_scope(shop.pk):
        for number, outcome in enumerate(Taken.values):
            Delivery.objects.create(
                tenant=shop,
                connection=connection,
                delivery_id=f"msg_2KWPBgLlAfxdpx2AI54pPJ85f4W_{number}",
                topic="order.updated",
                body=seal(CAME, purpose=Purpose.DELIVERY),
                outcome=outcome,
                reason="$.data.placed_at: is no date" if outcome == Taken.REFUSED else "",
                times=2 if outcome == Taken.UNCHANGED else 1,
            )


def failed_effect(shop: Tenant) -> Effect:
    """One of the demo's, with two calls, as if a connected shop had refused it."""
    with tenant_scope(shop.pk):
        effect = Effect.objects.of(shop.pk).filter(state=State.HELD, kind="refund").first()
        assert effect is not None
        at = effect.not_before + timedelta(minutes=1)
        Effect.objects.filter(pk=effect.pk).update(released_at=at)
        Effect.objects.filter(pk=effect.pk).update(state=State.RUNNING, tries=2)
        key = bytes(effect.key).hex()
        body = msgspec.json.encode(
            {"type": "refund.create", "data": {"order_id": effect.order_id, "key": key}}
        )
        request = Request(
            method="POST",
            url="https://shop.example/shopops/refunds",
            headers={"content-type": "application/json", "webhook-id": key},
            body=body,
        )
        for number, (outcome, status) in enumerate(((Ended.AGAIN, 429), (Ended.REFUSED, 422)), 1):
            made = Attempt.objects.create(
                tenant=shop,
                effect=effect,
                number=number,
                purpose=Asks.SEND,
                began_at=at + timedelta(minutes=number),
                open_until=at + timedelta(minutes=5),
                request=seal(msgspec.json.encode(request), purpose=Purpose.EXCHANGE),
            )
            Attempt.objects.filter(pk=made.pk).update(
                ended_at=at + timedelta(minutes=number, seconds=1),
                outcome=outcome,
                code="busy" if status == 429 else "blocked",
                detail="Come again later." if status == 429 else "The shop does not do this.",
                status=status,
                reply=seal(ANSWER % key.encode(), purpose=Purpose.EXCHANGE),
            )
        Effect.objects.filter(pk=effect.pk).update(
            state=State.FAILED, code="blocked", detail="The shop does not do this.", ended_at=at
        )
    effect.refresh_from_db()
    return effect
