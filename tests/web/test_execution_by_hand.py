"""What was done in the shop by hand is marked in one go."""

from pathlib import Path

import pytest

from shopops.connections.models import CarriesOut
from shopops.outbox.states import State
from shopops.tenants.models import Role
from tests.support.carrying import carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.pages import text_of

pytestmark = pytest.mark.django_db
OTHER, OTHER_REFUND = "O-1024", 1


def test_the_other_steps_of_an_order_are_marked_as_done_with_one_of_them(
    tmp_path: Path, clock: Clock
) -> None:
    nothing = CarriesOut.NOTHING
    with carrying([ORDER], folder=tmp_path, clock=clock, carries_out=nothing) as shop:
        shop.approve(ORDER, REFUND)
        note = shop.all_effects().get(kind="note")
        client = shop.room.client("Rae", Role.REVIEWER)
        page = shop.room.url(f"executions/{shop.effect().pk}/")
        offered = text_of(client.get(page))
        assert "Also done by hand, of the same order Note in the order" in offered
        form = {"reason": "All of it", "also": [str(note.pk), "0", "x"]}
        said = text_of(client.post(f"{page}by-hand/", form, follow=True))
        assert "Note in the order: Marked as done by hand." in said
        ended = set(shop.all_effects().values_list("kind", "state"))
        assert ended == {("refund", State.SUCCEEDED), ("note", State.SUCCEEDED)}


def test_a_step_of_another_order_is_not_marked_with_it(tmp_path: Path, clock: Clock) -> None:
    nothing = CarriesOut.NOTHING
    with carrying([ORDER, OTHER], folder=tmp_path, clock=clock, carries_out=nothing) as shop:
        shop.approve(ORDER, REFUND)
        shop.approve(OTHER, OTHER_REFUND)
        other = shop.effect(OTHER)
        page = shop.room.url(f"executions/{shop.effect(ORDER).pk}/by-hand/")
        form = {"reason": "All of it", "also": [str(other.pk)]}
        shop.room.client("Rae", Role.REVIEWER).post(page, form)
        assert shop.effect(ORDER).state == State.SUCCEEDED
        assert shop.effect(OTHER).state == State.HELD
