"""A shop that can't be asked for long: nothing approved is lost, it is left in peace, people are
told, and what goes out later is judged by what is known then."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from shopops.alarms.audits import audit_and_record
from shopops.connections.models import Connection
from shopops.execution import commands
from shopops.execution.breaker import OPENS_AT
from shopops.execution.codes import EffectCode
from shopops.outbox.states import State
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND, RESHIP
from tests.support.shop_double import Fault
from tests.support.smtp_sink import Sink, smtp_sink

pytestmark = pytest.mark.django_db
DOWN = [Fault.ERROR_BEFORE] * 60
HOUR = 60  # minutes


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    with smtp_sink() as running:
        settings.SHOPOPS_SMTP_URL = running.url
        yield running


def down(shop: Carrying, *, minutes: int) -> None:
    """It answers no reading, for so long."""
    shop.shop.fail("/orders", *DOWN)
    for _ in range(minutes // 2):
        shop.run_later(minutes=2)


def back(shop: Carrying) -> None:
    shop.shop.faults["/orders"].clear()


def test_a_shop_that_cant_be_read_is_left_in_peace(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    down(shop, minutes=30)
    connection = Connection.objects.get()
    assert connection.failures >= OPENS_AT
    assert connection.quiet_until is not None
    asked = len(DOWN) - len(shop.shop.faults["/orders"])
    assert asked < 10


@pytest.mark.slow
def test_what_was_approved_outlives_an_outage_rings_once_and_goes_out_when_it_is_over(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    down(shop, minutes=2 * HOUR)
    waits = shop.effect()
    assert (waits.state, waits.code) == (State.HELD, EffectCode.SHOP_DOWN)
    assert shop.alarms() == [("not_carried_out", "due_new")]
    down(shop, minutes=4 * HOUR)
    assert shop.effect().code == EffectCode.SHOP_DOWN
    assert [one for one in shop.told() if one["state"] == "failed"] == []
    back(shop)
    shop.run_later(minutes=70)
    assert shop.effect().state == State.SUCCEEDED
    assert len(shop.shop.books.effects()) == 1
    assert audit_and_record(tenant=shop.room.shop).findings == []
    assert Connection.objects.get().failures == 0


def test_reading_that_works_does_not_hide_that_what_is_asked_fails(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", *[Fault.ERROR_BEFORE] * OPENS_AT)
    shop.shop.fail("/effects", *[Fault.ERROR_BEFORE] * OPENS_AT)
    for _ in range(OPENS_AT + 2):
        shop.run_later(minutes=2)
    assert Connection.objects.get().failures >= OPENS_AT


def test_a_mail_that_waited_for_days_is_judged_by_what_the_shop_says_by_then(
    shop: Carrying, sink: Sink
) -> None:
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.approve(ORDER, MAIL, REFUND)
    assert shop.run().failed >= 1
    shop.clock.move(days=3)
    wants_none(shop)
    by_maya: dict[str, Any] = {"tenant_id": shop.room.shop.pk, "by": shop.room.person("Maya")}
    commands.mark_done(effect_id=shop.effects()[0].pk, reason="In the shop", **by_maya)
    assert shop.run().failed == 1
    assert sink.mails == []
    assert ("not_carried_out", "due_new") in shop.alarms()


def wants_none(shop: Carrying) -> None:
    """The shop's own record says so; no webhook tells of it."""
    order = shop.shop.books.orders[ORDER]
    order["customer"]["opted_out"] = True
    order["updated_at"] = shop.clock.now.isoformat()


def test_what_passed_the_gate_passes_it_again_once_its_evidence_is_old(shop: Carrying) -> None:
    shop.room.numbers(evidence_max_age_hours=1)
    shop.room.resolve(ORDER)
    shop.approve(ORDER, RESHIP)
    shop.shop.fail("/replacements", Fault.BUSY)
    shop.run()
    assert shop.effect().state == State.RUNNING
    shop.shop.books.orders[ORDER]["state"] = "cancelled"
    shop.shop.books.orders[ORDER]["updated_at"] = shop.clock.now.isoformat()
    assert shop.run_later(minutes=70).failed == 1
    assert shop.effect().code == "evidence_changed"
    assert shop.shop.books.effects() == []
