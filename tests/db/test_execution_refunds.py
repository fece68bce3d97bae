"""What was approved is carried out once, at a shop that really answers."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from shopops.connectors.ports import Request
from shopops.execution.due import tenants_waiting
from shopops.execution.purging import purge_due
from shopops.execution.tasks import run_one
from shopops.outbox.models import Attempt
from shopops.outbox.states import State
from shopops.proposals.models import ExecutionStatus
from shopops.tenants.sealing import Purpose, unseal
from tests.support.carrying import Carrying, action_of, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND, RESHIP

pytestmark = pytest.mark.django_db


PAID_IN = {
    "O-1031": {"minor": 11900, "currency": "EUR"},  # the shop counts in dollars
    "O-1032": {"minor": 9800, "currency": "JPY"},
    "O-1033": {"minor": 12500, "currency": "KWD"},
}


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER, *PAID_IN], folder=tmp_path, clock=clock) as made:
        yield made


def test_an_approved_refund_goes_out_once_and_every_side_shows_it(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    tally = shop.run()
    effect = shop.effect()
    assert (effect.state, effect.code, effect.detail) == (State.SUCCEEDED, "", "")
    assert tally.succeeded == 1
    [done] = shop.shop.books.effects()
    assert done["key"] == bytes(effect.key).hex()
    assert done["data"]["amount"] == {"minor": 12900, "currency": "USD"}
    assert effect.remote_id == done["id"]
    assert action_of(effect).execution_status == ExecutionStatus.SUCCEEDED
    assert [one["state"] for one in shop.told()] == ["running", "succeeded"]
    assert shop.alarms() == []
    assert shop.run().succeeded == 0
    assert len(shop.shop.books.effects()) == 1


def test_nothing_goes_out_while_it_can_be_taken_back(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.clock.move(minutes=-3)
    assert shop.run().succeeded == 0
    assert shop.effect().state == State.HELD
    shop.clock.move(minutes=3)
    assert shop.run().succeeded == 1


def test_what_is_sent_again_names_the_order(shop: Carrying) -> None:
    shop.approve(ORDER, RESHIP)
    assert shop.run().succeeded == 1
    [done] = shop.shop.books.effects()
    assert (done["type"], done["data"]["order_id"]) == ("replacement.create", ORDER)


def test_money_goes_back_in_the_currency_that_it_came_in_to_the_last_minor_unit(
    shop: Carrying,
) -> None:
    for order in PAID_IN:
        refunds = shop.room.proposal(order).actions.filter(kind="propose_refund")
        shop.approve(order, *refunds.values_list("index", flat=True))
    assert shop.run().succeeded == len(PAID_IN)
    sent = {one["data"]["order_id"]: one["data"]["amount"] for one in shop.shop.books.effects()}
    assert sent == PAID_IN


def test_the_command_runs_what_is_due_and_says_what_came_of_it(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    out = StringIO()
    call_command("execute", "--tenant", shop.room.shop.slug, "--json", stdout=out)
    assert json.loads(out.getvalue()) == {
        "tenant": shop.room.shop.slug,
        "succeeded": 1,
        "failed": 0,
        "unknown": 0,
        "later": 0,
    }
    with pytest.raises(CommandError, match="no shop"):
        call_command("execute", "--tenant", "nowhere")


def test_a_worker_is_woken_for_each_shop_in_which_something_is_due(shop: Carrying) -> None:
    assert tenants_waiting() == []
    shop.approve(ORDER, REFUND)
    assert tenants_waiting() == [shop.room.shop.pk]
    run_one(shop.room.shop.pk)
    assert tenants_waiting() == []
    assert shop.effect().state == State.SUCCEEDED


def test_a_monitor_hears_of_what_is_due_and_nobody_carries_out(
    shop: Carrying, settings: Settings
) -> None:
    settings.SHOPOPS_MONITOR_TOKEN = "m" * 32
    monitor = {"authorization": "Bearer " + "m" * 32}
    shop.approve(ORDER, REFUND)
    assert Client().get("/healthz/execution").json() == {"ok": True}
    shop.clock.move(minutes=11)
    answer = Client().get("/healthz/execution", headers=monitor)
    assert answer.status_code == 503
    assert answer.json() == {"ok": False, "late": {shop.room.shop.slug: 1}}
    assert Client().get("/healthz/execution").json() == {"ok": False}
    shop.run()
    assert Client().get("/healthz/execution").status_code == 200


def test_what_went_over_the_line_is_sealed_and_emptied_when_it_is_of_no_use_any_more(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    shop.run()
    attempt = Attempt.objects.get()
    request = unseal(bytes(attempt.request or b""), purpose=Purpose.EXCHANGE)
    assert msgspec.json.decode(request, type=Request).headers["webhook-id"]
    assert b"refund" not in bytes(attempt.request or b"")
    assert purge_due(tenant_id=shop.room.shop.pk) == 0
    shop.clock.move(days=31)
    assert shop.effect().state == State.SUCCEEDED
    assert purge_due(tenant_id=shop.room.shop.pk) == 1
    attempt.refresh_from_db()
    assert (attempt.request, attempt.reply, attempt.outcome) == (None, None, "done")
