"""What the order's page and the receipt say of a refund after it was carried out."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from pytest_django import Settings

from shopops.agents.intake.evidence import id_part
from shopops.outbox.states import State
from shopops.proposals.read import pack_of
from shopops.review.detail.history import refunds_from_here
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND
from tests.support.pages import text_of
from tests.support.shop_double import Fault
from tests.support.smtp_sink import smtp_sink

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


def _order(shop: Carrying) -> str:
    return text_of(shop.room.client("Maya").get(shop.room.page_of(ORDER)))


def _receipt(shop: Carrying) -> str:
    return shop.room.url(f"review/decisions/{Decision.objects.get().pk}/receipt/")


def test_what_was_refunded_from_here_is_not_refundable_any_more(shop: Carrying) -> None:
    assert "As it stood when this was proposed" not in _order(shop)
    shop.approve(ORDER, REFUND)
    assert "Approved, held 129.00 USD" in _order(shop)
    shop.run()
    seen = _order(shop)
    assert "Nothing refundable" in seen
    assert "Refunded from here 129.00 USD" in seen
    assert "As it stood when this was proposed, less what went from here since." in seen
    assert "Approved, held 129.00 USD" not in seen


def test_a_refund_that_the_pack_shows_already_is_counted_once(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.run()
    proposal, done = shop.room.proposal(ORDER), shop.effect()
    with tenant_scope(shop.room.shop.pk):
        pack = pack_of(proposal)
        assert refunds_from_here(proposal, pack).done == {"t1": 12900}
        [some, *_] = pack.evidence.values()
        pack.evidence[f"refund:{id_part(done.remote_id)}"] = some
        assert refunds_from_here(proposal, pack).done == {}


def test_the_receipt_says_when_it_was_done_in_how_many_calls_and_the_shop_s_own_id(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", Fault.BUSY)
    shop.run()
    shop.run_later(hours=1)
    client, done = shop.room.client("Maya"), shop.effect()
    assert done.state == State.SUCCEEDED
    calls = len(shop.attempts())
    assert calls > 1
    text = text_of(client.get(_receipt(shop)))
    assert f"{calls} calls, the shop’s own id {done.remote_id}" in text
    [step] = client.get(f"{_receipt(shop)}?format=json").json()["steps"]
    assert step["calls"] == calls
    assert step["shop_id"] == done.remote_id
    assert datetime.fromisoformat(step["ended_at"]) == done.ended_at


def test_a_mail_s_id_is_no_id_of_the_shop(shop: Carrying, settings: Settings) -> None:
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        shop.approve(ORDER, MAIL)
        assert shop.run().succeeded == 1
    assert shop.effect().remote_id
    [step] = shop.room.client("Maya").get(f"{_receipt(shop)}?format=json").json()["steps"]
    assert (step["calls"], step["shop_id"]) == (1, "")


def _see(shop: Carrying, state: str) -> str:
    return text_of(shop.room.client("Maya").get(shop.room.url(f"executions/?state={state}")))


def test_what_somebody_gave_up_is_not_counted_as_failed_and_its_mail_says_why(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, MAIL, REFUND)
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.run()
    assert "Failed 1 Not carried out 1" in _see(shop, "failed")
    mail, refund = sorted(shop.effects(), key=lambda one: one.kind)
    address = shop.room.url(f"executions/{refund.pk}/give-up/")
    shop.room.client("Maya").post(address, {"reason": "The customer wants a voucher"})
    seen = _see(shop, "failed")
    assert "Failed 0 Not carried out 2" in seen
    assert "Nothing" in seen
    seen = _see(shop, "not_done")
    assert "Refund 129.00 USD given up Maya gave it up." in seen
    assert "Mail to the customer not carried out The step before it was given up." in seen
    assert "It goes on once that one is done" not in seen
    page = shop.room.client("Maya").get(shop.room.url(f"executions/{mail.pk}/"))
    assert "It goes on once that one is done" not in text_of(page)
    assert "The step before it was given up." in _order(shop)


def test_a_mail_that_went_is_no_longer_said_to_be_as_it_would_go(
    shop: Carrying, settings: Settings
) -> None:
    assert "Mail to the customer as it would go" in _order(shop)
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        shop.approve(ORDER, MAIL)
        assert "Mail to the customer as it would go" in _order(shop)
        shop.run()
    assert len(sink.mails) == 1
    assert "Mail to the customer as it went" in _order(shop)
