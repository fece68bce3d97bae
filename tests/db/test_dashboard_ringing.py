"""How often alarms ring, and how long until somebody acknowledges one."""

import pytest

from shopops.alarms.models import AlarmItem
from shopops.dashboard.period import Period, latest
from shopops.dashboard.questions.acknowledging import time_to_acknowledgment
from shopops.dashboard.questions.ringing import MANY, Rung, rung_per_item
from shopops.dashboard.questions.spans import Spans
from shopops.ledger import EventKind
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
MINUTE = 60.0


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    """Beside a shop that rings and answers as well."""
    other = alarm_shop(clock, "O-1", slug="store_other")
    clock.move(seconds=1)
    other.do(EventKind.OBSERVED)
    other.ring()
    clock.move(minutes=7)
    other.acknowledge(name="Olga")
    return alarm_shop(clock, "O-1", "O-2", "O-3")


def _period(shop: AlarmShop) -> Period:
    """Today and yesterday: the clock of these tests may pass midnight."""
    return latest(2, zone="UTC", now=shop.clock.now)


def _acknowledged(shop: AlarmShop) -> Spans:
    with tenant_scope(shop.tenant.pk):
        return time_to_acknowledgment(shop.tenant.pk, _period(shop))


def _begin(shop: AlarmShop, *orders: str) -> None:
    for order_id in orders:
        shop.do(EventKind.OBSERVED, order_id)
    shop.clock.move(minutes=1)


def test_an_acknowledgment_is_measured_from_the_first_ring_that_nobody_answered(
    shop: AlarmShop,
) -> None:
    _begin(shop, "O-1")
    shop.ring("O-1")
    shop.clock.move(minutes=60)
    shop.ring("O-1")
    shop.clock.move(minutes=5)
    shop.acknowledge("O-1")
    whole = _acknowledged(shop).whole
    assert whole is not None
    assert (whole.count, whole.half, whole.most) == (1, 65 * MINUTE, 65 * MINUTE)


def test_after_a_snooze_the_next_ring_begins_anew(shop: AlarmShop) -> None:
    _begin(shop, "O-1")
    shop.ring("O-1")
    shop.clock.move(minutes=10)
    shop.acknowledge("O-1")
    shop.clock.move(minutes=31)  # the snooze is over
    shop.ring("O-1")
    shop.clock.move(minutes=20)
    shop.acknowledge("O-1")
    whole = _acknowledged(shop).whole
    assert whole is not None
    assert (whole.count, whole.half) == (2, 15 * MINUTE)
    assert whole.most == pytest.approx(19 * MINUTE)


def test_what_nobody_acknowledged_is_not_measured(shop: AlarmShop) -> None:
    _begin(shop, "O-1", "O-2")
    shop.ring("O-1")
    shop.ring("O-2")
    shop.clock.move(minutes=3)
    shop.resolve("O-2")
    assert _acknowledged(shop) == Spans(None, None, {})


def test_alarms_are_counted_by_how_often_they_rang(shop: AlarmShop) -> None:
    _begin(shop, "O-1", "O-2", "O-3")
    shop.ring("O-1")
    shop.ring("O-2")
    shop.clock.move(minutes=60)
    shop.ring("O-2")
    shop.clock.move(minutes=1)
    shop.resolve("O-2")
    with tenant_scope(shop.tenant.pk):
        rows = rung_per_item(shop.tenant.pk, _period(shop))
    assert [row.times for row in rows] == list(range(MANY + 1))
    assert rows[:3] == [
        Rung(0, open=1, settled=0, rings=0),
        Rung(1, open=1, settled=0, rings=1),
        Rung(2, open=0, settled=1, rings=2),
    ]
    assert all(row == Rung(row.times) for row in rows[3:])
    assert AlarmItem.objects.filter(tenant=shop.tenant).count() == 3


def test_alarms_that_began_before_the_period_are_not_counted(shop: AlarmShop) -> None:
    _begin(shop, "O-1")
    shop.ring("O-1")
    shop.clock.move(days=3)
    with tenant_scope(shop.tenant.pk):
        rows = rung_per_item(shop.tenant.pk, latest(1, zone="UTC", now=shop.clock.now))
    assert rows == [Rung(times) for times in range(MANY + 1)]
