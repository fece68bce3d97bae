"""The clock jumped ahead and back: what was written meanwhile holds nothing up until then."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from shopops.connections.models import Connection
from shopops.execution.breaker import OPENS_AT
from shopops.outbox.states import State
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.shop_double import Fault

pytestmark = pytest.mark.django_db
A_YEAR = timedelta(days=365)


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


def test_what_is_in_doubt_is_looked_up_though_its_time_is_a_year_ahead(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.DROP_AFTER)
    shop.approve(ORDER, REFUND)
    assert shop.run().unknown == 1
    shop.all_effects().update(next_at=shop.clock.now + A_YEAR)
    assert shop.run_later(minutes=2).succeeded == 1


def test_what_waits_for_its_next_try_goes_out_though_its_time_is_a_year_ahead(
    shop: Carrying,
) -> None:
    shop.shop.fail("/refunds", Fault.BUSY)
    shop.approve(ORDER, REFUND)
    assert shop.run().later == 1
    shop.all_effects().update(next_at=shop.clock.now + A_YEAR)
    assert shop.run_later(minutes=2).succeeded == 1


def test_what_could_not_be_read_is_read_again(shop: Carrying) -> None:
    shop.shop.fail("/orders", Fault.ERROR_BEFORE)
    shop.approve(ORDER, REFUND)
    shop.run()
    assert shop.effect().state == State.HELD
    shop.all_effects().update(next_at=shop.clock.now + A_YEAR)
    assert shop.run().succeeded == 1


@pytest.mark.parametrize("failures", [0, OPENS_AT])
def test_a_shop_is_not_left_in_peace_for_a_year(shop: Carrying, failures: int) -> None:
    shop.approve(ORDER, REFUND)
    ahead = shop.clock.now + A_YEAR
    Connection.objects.update(failures=failures, quiet_until=ahead)
    shop.run()
    assert shop.effect().state == State.SUCCEEDED
    assert len(shop.shop.books.effects()) == 1
