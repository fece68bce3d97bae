"""What people do about a step that was not carried out."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.alarms.audits import audit_and_record
from shopops.connections.models import CarriesOut, Connection
from shopops.connectors.ports import Absent, Done, Found, Reply, Unknown
from shopops.execution import commands, refusals
from shopops.execution.due import take
from shopops.execution.gate import pass_gate
from shopops.execution.plan import Step
from shopops.execution.sending import begin, close_looked, close_sent
from shopops.ledger.verify import verify
from shopops.outbox.models import EffectNote
from shopops.outbox.states import Ended, Purpose, State
from shopops.proposals.models import ExecutionStatus
from shopops.review.refusals import ExecutionBegan, ReasonRequired
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, action_of, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND
from tests.support.shop_double import Fault

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SEND, LOOK_UP = Purpose.SEND, Purpose.LOOK_UP


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock, honours_keys=False) as made:
        yield made


def act(
    shop: Carrying,
    command: Callable[..., None],
    name: str = "Maya",
    *,
    step: int = 0,
    **more: str,
) -> None:
    command(
        tenant_id=shop.room.shop.pk,
        effect_id=shop.effects()[step].pk,
        by=shop.room.person(name),
        **{"reason": "I looked", **more},
    )


def failed(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.approve(ORDER, REFUND)
    assert shop.run().failed == 1


def test_what_failed_is_tried_again_after_it_was_looked_up(shop: Carrying) -> None:
    failed(shop)
    act(shop, commands.retry)
    assert shop.run().succeeded == 0
    assert shop.run_later(minutes=2).succeeded == 1
    assert len(shop.shop.books.effects()) == 1
    assert [purpose for purpose, _ in shop.attempts()] == [SEND, LOOK_UP, LOOK_UP, SEND]
    asked = [one for one in shop.told() if one.get("by")]
    assert [one["state"] for one in asked] == ["running"]
    assert "I looked" not in str(asked)
    assert EffectNote.objects.get().text == "I looked"
    assert shop.alarms() == [("not_carried_out", "none")]


def test_a_try_that_had_worked_all_the_same_is_found_and_not_made_again(shop: Carrying) -> None:
    failed(shop)
    effect = shop.effect()
    said = {"type": "refund.create", "data": _refund_data()}
    shop.shop.books.do(bytes(effect.key).hex(), said, b"")
    act(shop, commands.retry)
    assert shop.run().succeeded == 1
    assert len(shop.shop.books.effects()) == 1
    assert [outcome for _, outcome in shop.attempts()] == [Ended.REFUSED, Ended.DONE]


def _refund_data() -> dict[str, object]:
    amount = {"minor": 12900, "currency": "USD"}
    names = {"order_id": ORDER, "order_number": ORDER, "transaction_id": "t1"}
    return {**names, "amount": amount, "reason": "stalled"}


def test_what_failed_at_the_gate_passes_it_when_the_order_is_again_as_it_was(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    order = shop.shop.books.orders[ORDER]
    before = order["state"]
    order["state"] = "cancelled"
    assert shop.run().failed == 1
    with pytest.raises(refusals.StillBarred) as barred:
        act(shop, commands.retry)
    assert barred.value.why == "evidence_changed"
    assert shop.effect().state == State.FAILED
    order["state"] = before
    order.pop("updated_at", None)
    act(shop, commands.retry)
    assert shop.run().succeeded == 1


def test_what_was_refused_by_the_shop_is_not_made_up_for_when_the_order_has_changed_since(
    shop: Carrying,
) -> None:
    failed(shop)
    shop.shop.books.orders[ORDER]["state"] = "cancelled"
    act(shop, commands.retry)
    assert shop.run_later(minutes=2).failed == 1
    assert shop.effect().code == "evidence_changed"
    assert shop.shop.books.effects() == []
    assert shop.attempts() == [(SEND, Ended.REFUSED), (LOOK_UP, Ended.ABSENT)]


def test_what_nobody_runs_by_itself_is_run_by_a_person(shop: Carrying) -> None:
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.update(carries_out=CarriesOut.NOTHING, carries_out_since=None)
    shop.approve(ORDER, REFUND)
    assert shop.effect().next_at is None
    assert shop.run().succeeded == 0
    act(shop, commands.run_held)
    assert shop.run().succeeded == 1
    assert shop.effect().run_by == shop.room.person()


def test_nobody_touches_it_while_the_decision_can_be_taken_back(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.clock.move(minutes=-5)
    for command in (commands.run_held, commands.mark_done, commands.give_up):
        with pytest.raises(refusals.StillUndoable):
            act(shop, command)


def test_what_was_done_by_hand_is_done_and_never_sent(shop: Carrying) -> None:
    failed(shop)
    act(shop, commands.mark_done, remote_id="R-77")
    effect = shop.effect()
    assert (effect.state, effect.remote_id) == (State.SUCCEEDED, "R-77")
    assert effect.settled_by == shop.room.person()
    assert action_of(effect).execution_status == ExecutionStatus.SUCCEEDED
    assert shop.run_later(hours=1).succeeded == 0
    assert shop.shop.books.effects() == []
    assert shop.alarms() == [("not_carried_out", "none")]
    with pytest.raises(refusals.MovedOn):
        act(shop, commands.retry)


def test_giving_up_ends_what_is_unknown_and_stops_the_ringing(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.DROP_BEFORE)
    shop.approve(ORDER, REFUND)
    assert shop.run().unknown == 1
    act(shop, commands.give_up)
    effect = shop.effect()
    assert (effect.state, effect.code) == (State.FAILED, "given_up")
    assert shop.alarms() == [("outcome_unknown", "none")]
    assert shop.run_later(hours=1).succeeded == 0


def test_an_answer_that_it_was_done_after_all_rings_whoever_gave_it_up(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    begun = begin(tenant, effect.pk, Step.SEND, shop.writer)
    assert begun is not None
    shop.shop.fail("/effects", Fault.REFUSE)
    assert shop.run_later(minutes=4).unknown == 1
    act(shop, commands.give_up)
    shop.clock.move(minutes=1)
    assert shop.alarms() == [("outcome_unknown", "none")]
    close_sent(tenant, begun, Reply(answer=Done(remote_id="E-1")))
    effect = shop.effect()
    assert (effect.state, effect.code, effect.remote_id) == (State.FAILED, "done_late", "E-1")
    assert [one.get("code") for one in shop.told()][-2:] == ["given_up", "done_late"]
    assert shop.alarms() == [("outcome_unknown", "due_new")]
    act(shop, commands.mark_done)
    assert shop.alarms() == [("outcome_unknown", "none")]


def test_what_comes_after_goes_down_with_it_rings_once_and_comes_up_again(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.approve(ORDER, MAIL, REFUND)
    shop.run()
    refund, mail = sorted(shop.effects(), key=lambda one: one.kind, reverse=True)
    assert (refund.state, mail.state, mail.code) == ("failed", "failed", "earlier_step_failed")
    assert len(shop.alarms()) == 1
    with pytest.raises(refusals.EarlierStepOpen):
        commands.retry(
            tenant_id=shop.room.shop.pk, effect_id=mail.pk, by=shop.room.person(), reason="now"
        )
    act(shop, commands.mark_done)
    mail.refresh_from_db()
    assert mail.state == State.RUNNING


def test_who_only_reads_and_who_says_no_reason_change_nothing(shop: Carrying) -> None:
    failed(shop)
    shop.room.person("Vera", Role.VIEWER)
    with pytest.raises(refusals.NotAllowed):
        act(shop, commands.mark_done, "Vera")
    with pytest.raises(ReasonRequired):
        act(shop, commands.mark_done, reason=" ")
    with pytest.raises(refusals.UnknownEffect):
        commands.give_up(
            tenant_id=shop.room.shop.pk, effect_id=0, by=shop.room.person(), reason="none"
        )
    assert shop.effect().state == State.FAILED


def test_a_role_is_not_taken_away_while_its_person_acts(shop: Carrying) -> None:
    failed(shop)
    with CaptureQueriesContext(connection) as asked:
        act(shop, commands.give_up)
    roles = [one["sql"] for one in asked if 'FROM "tenants_membership"' in one["sql"]]
    assert any(one.endswith('FOR NO KEY UPDATE OF "tenants_membership"') for one in roles)


def test_a_shop_that_is_not_connected_any_more_tries_nothing_again(shop: Carrying) -> None:
    failed(shop)
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.update(state="paused")
    with pytest.raises(refusals.NobodyCarriesOut):
        act(shop, commands.retry)


def test_what_was_marked_as_done_is_not_taken_back_any_more(shop: Carrying) -> None:
    decided_at = shop.clock.now - shop.room.now
    shop.deciding(ORDER).approve(REFUND, after=decided_at)
    effect = shop.effect()
    with tenant_scope(shop.room.shop.pk):
        type(effect).objects.filter(pk=effect.pk).update(
            state=State.SUCCEEDED,
            settled_by=shop.room.person(),
            ended_at=shop.clock.now,
            next_at=None,
        )
    with pytest.raises(ExecutionBegan):
        shop.deciding(ORDER).undo(after=decided_at)


def test_ledger_and_alarms_agree_with_what_was_done(shop: Carrying) -> None:
    shop.shop.fail("/refunds", Fault.DROP_AFTER)
    shop.approve(ORDER, MAIL, REFUND)
    shop.run()
    shop.run_later(seconds=16)
    mail = shop.effects()[1]
    assert mail.code == "no_mail_sender"
    commands.give_up(
        tenant_id=shop.room.shop.pk, effect_id=mail.pk, by=shop.room.person(), reason="by phone"
    )
    assert audit_and_record(tenant=shop.room.shop).findings == []
    shop.clock.run()
    with tenant_scope(shop.room.shop.pk):
        assert verify(shop.room.shop.pk).findings == []


def mail_and_refund(shop: Carrying) -> int:
    """A refund that the shop refused, and the mail that waited for it, whose id this is."""
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.approve(ORDER, MAIL, REFUND)
    assert shop.run().failed >= 1
    mail = shop.effects()[1]
    assert (mail.state, mail.code) == (State.FAILED, "earlier_step_failed")
    return mail.pk


def test_a_mail_that_somebody_gave_up_stays_unsent_when_its_refund_is_done_after_all(
    shop: Carrying,
) -> None:
    mail_and_refund(shop)
    act(shop, commands.give_up, step=1)
    act(shop, commands.mark_done)
    given_up = shop.effects()[1]
    assert (given_up.state, given_up.settled_by) == (State.FAILED, shop.room.person("Maya"))


def test_a_mail_that_never_passed_the_gate_rings_when_what_it_waited_for_is_done(
    shop: Carrying,
) -> None:
    mail = mail_and_refund(shop)
    shop.all_effects().filter(pk=mail).update(released_at=None)
    act(shop, commands.mark_done)
    assert (shop.effects()[1].state, shop.effects()[1].code) == (State.FAILED, "not_released")
    assert ("not_carried_out", "due_new") in shop.alarms()


def test_what_failed_at_the_gate_after_it_was_sent_once_can_be_tried_again_and_again(
    shop: Carrying,
) -> None:
    failed(shop)
    order = shop.shop.books.orders[ORDER]
    before, order["state"] = order["state"], "cancelled"
    for _ in range(2):
        act(shop, commands.retry)
        shop.run()
        shop.run_later(minutes=2)
        assert shop.effect().state == State.FAILED
    order["state"] = before
    order.pop("updated_at", None)
    act(shop, commands.retry)
    shop.run()
    shop.run_later(minutes=2)
    assert shop.effect().state == State.SUCCEEDED


def test_an_answer_that_it_was_done_rings_where_somebody_did_it_by_hand_meanwhile(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    effect_id = take(shop.room.shop.pk)
    assert effect_id is not None
    pass_gate(shop.room.shop, shop.effect(), was_read=True)
    begun = begin(shop.room.shop, effect_id, Step.SEND, shop.writer)
    assert begun is not None
    shop.clock.move(hours=2)
    shop.shop.fail("/effects", Fault.ERROR_BEFORE)
    shop.run()  # its process counts as dead
    act(shop, commands.mark_done, remote_id="by-hand")
    shop.clock.move(minutes=1)
    assert shop.alarms() == [("outcome_unknown", "none")]
    close_sent(shop.room.shop, begun, Reply(answer=Done(remote_id="r-1")))
    done = shop.effect()
    assert (done.state, done.code, done.remote_id) == (State.SUCCEEDED, "done_twice", "by-hand")
    assert ("outcome_unknown", "due_new") in shop.alarms()
    act(shop, commands.mark_done)
    assert (shop.effect().code, shop.effect().remote_id) == ("", "by-hand")
    assert [status for _, status in shop.alarms()] == ["none"]


def test_what_was_given_up_and_is_tried_again_rings_where_nobody_can_say_what_became_of_it(
    shop: Carrying,
) -> None:
    failed(shop)
    act(shop, commands.give_up)
    act(shop, commands.retry)
    shop.shop.fail("/effects", Fault.REFUSE)
    assert shop.run_later(minutes=1).later == 1
    assert (shop.effect().state, shop.effect().code) == (State.RUNNING, "asked_again")
    assert shop.alarms() == [("outcome_unknown", "due_new")]
    shop.run_later(minutes=2)
    assert shop.effect().state == State.SUCCEEDED
    assert [purpose for purpose, _ in shop.attempts()] == [SEND, LOOK_UP, LOOK_UP, SEND]


def test_an_answer_that_it_was_done_rings_where_another_try_is_under_way_by_then(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    tenant, effect_id = shop.room.shop, shop.effect().pk
    pass_gate(tenant, shop.effect(), was_read=True)
    first = begin(tenant, effect_id, Step.SEND, shop.writer)
    shop.shop.fail("/effects", Fault.REFUSE)
    assert shop.run_later(minutes=5).unknown == 1
    shop.clock.move(minutes=1)
    look = begin(tenant, effect_id, Step.LOOK_UP, shop.writer)
    assert first is not None
    assert look is not None
    close_looked(tenant, look, Found(answer=Absent()))
    second = begin(tenant, effect_id, Step.SEND, shop.writer)
    assert second is not None
    close_sent(tenant, first, Reply(answer=Done(remote_id="r-1")))
    close_sent(tenant, second, Reply(answer=Unknown(code="timed_out", detail="")))
    done = shop.effect()
    assert (done.state, done.code, done.remote_id) == (State.SUCCEEDED, "done_twice", "r-1")
    assert shop.alarms() == [("outcome_unknown", "due_new")]
