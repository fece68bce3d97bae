"""Two people want the same note written again at the same moment, on real connections."""

from pathlib import Path
from threading import Barrier

import pytest

from shopops.outbox.states import State
from shopops.writeback.again import write_again
from shopops.writeback.refusals import NoteOpen
from tests.support.at_once import at_once
from tests.support.clock import Clock
from tests.support.noting import noting
from tests.support.shop_books import Json

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_two_at_once_write_one(tmp_path: Path, clock: Clock) -> None:
    with noting(tmp_path, clock) as shop:
        shop.acknowledge()
        shop.run()
        [code] = shop.on_record()
        shop.shop.books.taken_away.add(shop.effect().remote_id)
        both, tell = Barrier(2), shop.shop.answer_notes

        def together(asked: dict[str, list[str]]) -> tuple[int, Json]:
            both.wait(10)  # both have looked at the ledger by now
            return tell(asked)

        shop.shop.answer_notes = together  # type: ignore[method-assign]
        tenant_id, person = shop.alarms.tenant.pk, shop.alarms.person("Per")

        def again() -> None:
            write_again(tenant_id=tenant_id, order_id="O-1", code=code, by=person, reason="gone")

        outcomes = at_once(again, again)
        assert [type(one) for one in outcomes if one is not None] == [NoteOpen]
        assert [one.state for one in shop.effects()] == [State.SUCCEEDED, State.HELD]
