"""Who confirmed and who decided stands on the order's own record, from the ledger alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from shopops.alarms import answers
from shopops.alarms.asked import VerifiedBy
from shopops.alarms.confirming import Claim
from shopops.alarms.models import AlarmItem
from shopops.connections.models import CarriesOut
from shopops.ledger import EventKind
from shopops.outbox.models import Effect
from shopops.outbox.notes import Told, enqueue_notes
from shopops.outbox.states import State
from shopops.tenants.models import VaultName
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ESCALATED, ORDER, REFUND
from tests.support.noting import Noting, lines_of, noting
from tests.support.shop_double import Fault

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Noting]:
    with noting(tmp_path, clock) as made:
        yield made


@pytest.fixture
def deciding(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER, ESCALATED], folder=tmp_path, clock=clock, notes=True) as made:
        yield made


def notes(shop: Carrying, order: str = ORDER) -> list[dict[str, Any]]:
    return [lines_of(one) for one in shop.shop.books.notes_of(order)]


def test_an_acknowledgment_is_noted_as_the_ledger_has_it(shop: Noting) -> None:
    shop.acknowledge()
    assert shop.on_record() == {}
    shop.run()
    told, person = shop.acknowledgment(), shop.alarms.person()
    code = shop.alarms.item().code
    name = f"{code[:5]}-{code[5:]}"
    assert shop.effect().state == State.SUCCEEDED
    assert told.leaf_hash is not None
    assert shop.on_record() == {
        f"{name}-{told.seq}": {
            "Code": name,
            "Item": "order O-1 (review)",
            "What": "acknowledged",
            "By": "Maya",
            "Identity key": bytes(person.identity_key).hex(),
            "Verified by": "signed in",
            "At": f"{told.recorded_at:%Y-%m-%d %H:%M:%S} UTC",
            "Ledger entry": str(told.seq),
            "Ledger leaf": told.leaf_hash.hex(),
            "Recorded by": "ShopOps",
        }
    }


def by_mail(alarms: AlarmShop) -> None:
    answers.acknowledge_many(
        confirmer=alarms.person(),
        answers=[answers.Answer(item_id=alarms.item().pk)],
        verified_by=VerifiedBy.MAIL,
        skill="mail",
    )


def by_token(alarms: AlarmShop) -> None:
    key = bytes(alarms.person().identity_key).hex()
    alarms.do(EventKind.ACKNOWLEDGED, confirmer=Claim(name="Maya", key=key))


@pytest.mark.parametrize(
    ("acknowledge", "how"), [(by_mail, "their mail"), (by_token, "a token that acts for them")]
)
def test_it_says_how_it_was_made_sure_who_it_was(shop: Noting, acknowledge: Any, how: str) -> None:
    acknowledge(shop.alarms)
    shop.run()
    [note] = shop.on_record().values()
    assert (note["By"], note["Verified by"]) == ("Maya", how)


def test_without_a_confirmer_there_is_no_note(shop: Noting) -> None:
    shop.alarms.do(EventKind.ACKNOWLEDGED)
    assert shop.effects() == []


def test_a_second_confirmer_adds_a_note_and_the_same_one_none(shop: Noting) -> None:
    shop.acknowledge()
    shop.acknowledge(name="Per")
    told = [
        Told(event_id=one.event_id, order_id="O-1", order_number="O-1", not_before=one.not_before)
        for one in shop.effects()
    ]
    with tenant_scope(shop.alarms.tenant.pk):
        enqueue_notes(tenant_id=shop.alarms.tenant.pk, told=told)
    shop.run()
    shop.run()
    assert [one["By"] for one in shop.on_record().values()] == ["Maya", "Per"]
    assert len(shop.shop.books.effects()) == len(shop.effects()) == 2


def test_a_note_whose_answer_was_lost_is_looked_up_and_not_written_twice(shop: Noting) -> None:
    shop.acknowledge()
    shop.shop.fail("/notes", Fault.DROP_AFTER)
    shop.run()
    assert shop.effect().state == State.UNKNOWN
    shop.clock.move(minutes=5)
    shop.run()
    assert shop.effect().state == State.SUCCEEDED
    assert len(shop.shop.books.effects()) == 1


def test_a_note_is_held_until_what_it_tells_of_is_on_the_ledger(shop: Noting) -> None:
    tenant_id = shop.alarms.tenant.pk
    told = Told(event_id=uuid4(), order_id="O-1", order_number="1", not_before=shop.clock.now)
    with tenant_scope(tenant_id):
        enqueue_notes(tenant_id=tenant_id, told=[told])
    shop.run()
    assert (shop.effect().state, shop.effect().code) == (State.HELD, "not_on_ledger")
    assert shop.effect().next_at is not None
    assert shop.shop.books.lines() == []


def test_a_name_that_is_erased_is_not_written(shop: Noting) -> None:
    shop.acknowledge()
    with tenant_scope(shop.alarms.tenant.pk):
        VaultName.objects.filter(membership=shop.alarms.person()).delete()
    shop.run()
    [note] = shop.on_record().values()
    assert note["By"] == "erased"
    assert "Maya" not in shop.shop.books.log.read_text()


def test_a_new_name_says_nothing_about_what_was_confirmed_before(shop: Noting) -> None:
    shop.acknowledge()
    person = shop.alarms.person()
    person.display_name = "Maya Okafor-Lind"
    person.save()
    shop.run()
    [note] = shop.on_record().values()
    assert note["By"] == "Maya"


def test_a_name_of_somebody_else_gives_no_note_at_all(shop: Noting) -> None:
    """The ledger's hash opens to a name of another person than the ledger's key is."""
    shop.acknowledge()
    with tenant_scope(shop.alarms.tenant.pk):
        names = VaultName.objects.filter(membership=shop.alarms.person())
        names.update(membership=shop.alarms.person("Per"))
    shop.run()
    assert (shop.effect().state, shop.effect().code) == (State.FAILED, "no_confirmer")
    assert shop.shop.books.lines() == []


def test_what_names_nobody_gives_no_note_at_all(shop: Noting) -> None:
    """As if somebody had put an event without a confirmer into the outbox."""
    raised = shop.alarms.entries()[-1]
    tenant_id = shop.alarms.tenant.pk
    told = Told(
        event_id=raised.event_id, order_id="O-1", order_number="1", not_before=shop.clock.now
    )
    with tenant_scope(tenant_id):
        enqueue_notes(tenant_id=tenant_id, told=[told])
    shop.run()
    assert (shop.effect().state, shop.effect().code) == (State.FAILED, "no_confirmer")
    assert shop.shop.books.lines() == []


def test_a_shop_that_carries_nothing_out_gets_no_note_by_itself(
    tmp_path: Path, clock: Clock
) -> None:
    with noting(tmp_path, clock, carries_out=CarriesOut.NOTHING) as shop:
        shop.acknowledge()
        shop.run()
        assert (shop.effect().state, shop.effect().next_at) == (State.HELD, None)
        assert shop.on_record() == {}


def test_only_a_note_that_a_shop_does_not_offer_is_quiet(shop: Noting) -> None:
    shop.acknowledge()
    shop.shop.answer_write = lambda *_: (404, {"title": "?"})  # type: ignore[method-assign]
    shop.run()
    assert (shop.effect().state, shop.effect().code) == (State.FAILED, "not_offered")
    assert shop.alarms.item().obligation == "review"  # the order's only alarm
    shop.acknowledge("O-2")
    shop.shop.answer_write = lambda *_: (422, {"title": "?"})  # type: ignore[method-assign]
    shop.run()
    items = AlarmItem.objects.of(shop.alarms.tenant.pk).filter(order_id="O-2")
    assert {one.obligation for one in items} == {"review", "execution"}


def test_a_decision_is_noted_once_it_can_t_be_taken_back(deciding: Carrying) -> None:
    deciding.deciding(ORDER).approve(REFUND)
    deciding.run()
    assert notes(deciding) == []
    deciding.clock.move(minutes=12)
    deciding.run()
    [note] = notes(deciding)
    assert (note["What"], note["Item"]) == ("approved, revision 1", f"order {ORDER}")
    assert (note["By"], note["Verified by"]) == ("Maya", "signed in")
    assert note["Ledger entry"].isdecimal()
    assert len(note["Ledger leaf"]) == len(note["Identity key"]) == 64


def test_a_decision_that_was_taken_back_is_not_noted(deciding: Carrying) -> None:
    deciding.deciding(ORDER).approve(REFUND)
    deciding.deciding(ORDER).undo()
    deciding.clock.move(minutes=12)
    deciding.run()
    assert {one.state for one in deciding.effects()} == {State.LET_GO}
    assert notes(deciding) == []


def test_a_decision_that_carries_nothing_out_is_noted_too(deciding: Carrying) -> None:
    deciding.deciding(ORDER).reject()
    deciding.deciding(ESCALATED).handled()
    deciding.clock.move(minutes=12)
    deciding.run()
    assert [note["What"] for note in notes(deciding)] == ["rejected, revision 1"]
    assert [one["What"] for one in notes(deciding, ESCALATED)] == ["handled outside, revision 1"]


def test_notes_never_cost_a_statement_more_for_each(
    shop: Noting, django_assert_num_queries: Any
) -> None:
    tenant_id, now = shop.alarms.tenant.pk, shop.clock.now
    for many in (1, 20):
        told = [
            Told(event_id=uuid4(), order_id="O-1", order_number="1", not_before=now)
            for _ in range(many)
        ]
        with tenant_scope(tenant_id), django_assert_num_queries(3):
            enqueue_notes(tenant_id=tenant_id, told=told)
    assert Effect.objects.of(tenant_id).count() == 21
