"""A shop that an admin leaves while a step is being prepared is sent nothing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connections.settings import sealed
from shopops.connectors import ports
from shopops.connectors.shops import CONNECTORS
from shopops.outbox.states import Ended, Purpose, State
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND, RESHIP
from tests.support.shop_double import Fault

pytestmark = pytest.mark.django_db

PAUSED = {"state": Connected.PAUSED}
REMOVED = {"state": Connected.REMOVED, "settings_sealed": b"", "tested_at": None}
NOTHING = {"carries_out": CarriesOut.NOTHING, "carries_out_since": None}
CHANGED = {"tested_at": None}


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


class Meanwhile:
    """Reads as the shop's own reader does; while it does, somebody is at work on the settings."""

    def __init__(self, reader: ports.Reader, somebody: Callable[[], None]) -> None:
        self._reader, self._somebody = reader, somebody

    def order(self, order_id: str) -> ports.Fetched:
        self._somebody()
        return self._reader.order(order_id)

    def test(self) -> ports.Tested:
        return self._reader.test()


def meanwhile(shop: Carrying, monkeypatch: pytest.MonkeyPatch, **change: Any) -> None:
    """While the shop is read its connection is changed."""
    generic = CONNECTORS["generic"]

    def leave() -> None:
        with tenant_scope(shop.room.shop.pk):
            Connection.objects.filter(pk=shop.connection.pk).update(**change)

    def reader(settings: Mapping[str, str]) -> ports.Reader:
        assert generic.reader is not None
        return Meanwhile(generic.reader(settings), leave)

    monkeypatch.setitem(CONNECTORS, "generic", replace(generic, reader=reader))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (PAUSED, "not_active"),
        (REMOVED, "not_active"),
        (CHANGED, "not_tested"),
        (NOTHING, "carries_nothing"),
    ],
)
def test_a_shop_that_is_left_after_the_look_at_it_and_before_the_sending_is_not_sent_to(
    shop: Carrying, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], code: str
) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", Fault.BUSY)
    assert shop.run().later == 1
    meanwhile(shop, monkeypatch, **change)
    assert shop.run_later(minutes=2).later == 1
    assert (shop.effect().state, shop.effect().code) == (State.RUNNING, code)
    assert shop.attempts() == [(Purpose.SEND, Ended.AGAIN)]
    assert shop.shop.books.effects() == []


def test_what_one_shop_told_lets_nothing_through_for_the_one_that_took_its_place_meanwhile(
    shop: Carrying, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.approve(ORDER, RESHIP)
    other = sealed({**shop.shop.settings, "address": f"{shop.shop.address}/other"})
    meanwhile(shop, monkeypatch, settings_sealed=other)
    assert shop.run().later == 1
    assert (shop.effect().state, shop.effect().released_at) == (State.HELD, None)
    assert shop.shop.books.effects() == []
