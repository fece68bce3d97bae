"""The last look before anything goes out, and the one right before money does."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from shopops.administration.connections.commands import Asked, change
from shopops.agents.proposal import ActionKind
from shopops.connections.models import Connection
from shopops.connections.models import State as Connected
from shopops.connections.settings import reader_of
from shopops.connectors.ports import Done, Reply
from shopops.connectors.shops import CONNECTORS
from shopops.execution import commands
from shopops.execution.gate import pass_gate
from shopops.execution.plan import Step
from shopops.execution.run import Tally
from shopops.execution.sending import begin, close_sent
from shopops.execution.sources import read_again
from shopops.orchestrator.context import contexts_of
from shopops.outbox.states import Ended, Purpose, State
from shopops.proposals.models import ReviewStatus
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND, RESHIP
from tests.support.shop_double import Fault, open_shop_double

pytestmark = pytest.mark.django_db
SPLIT = "O-1030"


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER, SPLIT], folder=tmp_path, clock=clock) as made:
        yield made


def test_a_refund_made_in_the_shops_own_admin_meanwhile_keeps_ours_from_going_out(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, REFUND)
    shop.refund_outside(ORDER, 1)
    assert shop.run().failed == 1
    assert shop.effect().code == "evidence_changed"
    assert shop.shop.books.effects() == []
    assert shop.alarms() == [("not_carried_out", "due_new")]
    newest = shop.room.proposal(ORDER)
    assert (newest.revision, newest.review_status) == (2, ReviewStatus.PENDING)


def test_an_order_that_changed_is_decided_anew_and_nothing_of_it_goes_out(shop: Carrying) -> None:
    shop.approve(ORDER, RESHIP)
    shop.shop.books.orders[ORDER]["state"] = "cancelled"
    assert shop.run().failed == 1
    assert shop.effect().code == "evidence_changed"
    assert shop.shop.books.lines() == []


def test_an_order_that_is_gone_fails_and_one_that_cant_be_read_is_tried_later(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, RESHIP)
    order = shop.shop.books.orders.pop(ORDER)
    assert shop.run().failed == 1
    assert shop.effect(ORDER).code == "order_gone"
    shop.shop.books.orders[ORDER] = order


def test_numbers_that_came_into_force_since_are_the_ones_that_count(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.room.numbers(second_cap_cents={"USD": 100})
    assert shop.run().failed == 1
    assert shop.effect().code == "policy:APR-3"


def test_what_an_admin_set_aside_stays_set_aside(shop: Carrying) -> None:
    shop.room.numbers(second_cap_cents={"USD": 100})
    shop.room.resolve(ORDER)
    shop.room.person("Ada", Role.ADMIN)
    decided_at = shop.clock.now - shop.room.now
    shop.deciding(ORDER).approve(
        REFUND, name="Ada", bypass=["four_eyes"], reason="Alone today", after=decided_at
    )
    assert shop.run_later(minutes=12).succeeded == 1


def test_a_payment_split_in_two_goes_back_in_two_refunds(shop: Carrying) -> None:
    refunds = [
        one.index for one in shop.room.proposal(SPLIT).actions.all() if one.kind == "propose_refund"
    ]
    shop.approve(SPLIT, *refunds)
    assert shop.run().succeeded == 2
    sent = [one["data"]["amount"]["minor"] for one in shop.shop.books.effects()]
    assert sorted(sent) == [5000, 7900]


def test_between_two_tries_money_that_went_back_elsewhere_is_seen(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", Fault.BUSY)
    assert shop.run().later == 1
    shop.refund_outside(ORDER, 1)
    assert shop.run_later(minutes=2).failed == 1
    assert shop.effect().code == "policy:MON-2"
    assert shop.shop.books.effects() == []
    assert shop.attempts() == [(Purpose.SEND, Ended.AGAIN)]


def test_our_own_refund_that_a_webhook_shows_already_changes_nothing(shop: Carrying) -> None:
    """Half of the split payment was carried out; the other half is released later."""
    refunds = [
        one.index for one in shop.room.proposal(SPLIT).actions.all() if one.kind == "propose_refund"
    ]
    shop.approve(SPLIT, *refunds)
    _, second = shop.effects(SPLIT)
    with tenant_scope(shop.room.shop.pk):
        type(second).objects.filter(pk=second.pk).update(next_at=None)
    assert shop.run().succeeded == 1
    with tenant_scope(shop.room.shop.pk):
        type(second).objects.filter(pk=second.pk).update(next_at=shop.clock.now)
    assert shop.run().succeeded == 1
    assert [one.state for one in shop.effects(SPLIT)] == [State.SUCCEEDED] * 2


def test_a_shop_that_is_paused_or_carries_nothing_out_is_left_alone(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.update(state=Connected.PAUSED)
    assert shop.run().later == 0
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.update(
            state=Connected.ACTIVE, carries_out="nothing", carries_out_since=None
        )
    assert shop.run().later == 0
    assert shop.effect().state == State.HELD
    assert shop.shop.books.lines() == []


def test_old_evidence_that_cant_be_read_again_lets_nothing_out(
    shop: Carrying, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONNECTORS, "generic", replace(CONNECTORS["generic"], reader=None))
    shop.approve(ORDER, RESHIP)
    assert shop.run_later(hours=25).failed == 1
    assert shop.effect().code == "policy:EVD-3"


def test_fresh_evidence_is_enough_where_nothing_can_be_read(
    shop: Carrying, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONNECTORS, "generic", replace(CONNECTORS["generic"], reader=None))
    shop.approve(ORDER, RESHIP)
    assert shop.run().succeeded == 1


def test_part_of_a_payment_that_went_back_is_counted_once_when_the_rest_is_proposed(
    shop: Carrying,
) -> None:
    """Somebody sends back a little more outside, so the order is looked at anew."""
    decided_at = shop.clock.now - shop.room.now
    shop.deciding(ORDER).edit(amounts={REFUND: "29.00"}, reason="the half", after=decided_at)
    shop.approve(ORDER, REFUND)
    assert shop.run().succeeded == 1
    shop.refund_outside(ORDER, 100)
    reader = reader_of(shop.connection)
    assert reader is not None
    read_again(
        tenant_id=shop.room.shop.pk, reader=reader, order_id=ORDER, now=shop.clock.move(minutes=1)
    )
    shop.room.now = shop.clock.now
    shop.room.resolve(ORDER)
    newest = shop.room.proposal(ORDER)
    with tenant_scope(shop.room.shop.pk):
        context = contexts_of(shop.room.shop.pk, [newest], now=shop.clock.now)[newest.pk]
    [live] = context.live_remedies
    assert (live.amount_minor, live.in_source) == (2900, True)


def test_a_mail_that_nobody_sends_yet_stays_held_and_says_so(shop: Carrying) -> None:
    shop.approve(ORDER, MAIL, REFUND)
    assert shop.run().succeeded == 1
    mail = next(one for one in shop.effects() if one.kind == "mail")
    assert (mail.state, mail.next_at, mail.code) == (State.HELD, None, "no_mail_sender")
    assert shop.alarms() == []


def test_an_order_that_the_shop_tells_older_than_it_is_held_lets_nothing_out(
    shop: Carrying,
) -> None:
    """Such as another shop at the same address, with an order of the same id."""
    order = shop.shop.books.orders[ORDER]
    order["updated_at"] = "2026-06-01T00:00:00+00:00"
    read_and_judge(shop)
    shop.approve(ORDER, REFUND)
    order |= {"updated_at": "2026-05-01T00:00:00+00:00", "state": "cancelled"}
    shop.run()
    assert (shop.effect().state, shop.effect().code) == (State.HELD, "source_behind")
    assert shop.attempts() == []


def test_a_refund_of_the_very_instant_of_what_is_held_is_not_overlooked(shop: Carrying) -> None:
    """Two webhooks of one second came the wrong way round, so what is true is known as older."""
    order = shop.shop.books.orders[ORDER]
    instant = {"updated_at": "2026-06-01T00:00:00+00:00"}
    before = deepcopy(order) | instant
    shop.refund_outside(ORDER, 100)
    after = deepcopy(order) | instant
    for told in (after, before):
        shop.shop.books.orders[ORDER] = told
        read_and_judge(shop)
    shop.approve(ORDER, REFUND)
    shop.shop.books.orders[ORDER] = after
    shop.run()
    assert shop.effect().code == "source_behind"
    assert shop.attempts() == []


def test_what_was_released_for_one_shop_is_judged_anew_for_the_next_at_that_connection(
    shop: Carrying, tmp_path: Path
) -> None:
    shop.approve(ORDER, RESHIP)
    shop.shop.fail("/replacements", Fault.DROP_AFTER)
    assert shop.run().unknown == 1
    (tmp_path / "other").mkdir()
    with open_shop_double(tmp_path / "other") as other:
        other.books.orders[ORDER] = shop.shop.books.orders[ORDER] | {"state": "cancelled"}
        asked = Asked(
            author=shop.room.person("Ada", Role.ADMIN),
            connection_id=shop.connection.pk,
            seen=0,
            reason="The shop moved",
            now=shop.clock.now,
        )
        change(asked=asked, title="Another shop", settings=other.settings)
        assert shop.run_later(minutes=1) == Tally()  # nobody has tried where that leads
        Connection.objects.filter(pk=shop.connection.pk).update(tested_at=shop.clock.now)
        assert shop.run_later(minutes=2).failed == 1
        assert other.books.effects() == []
    assert shop.effect().code == "evidence_changed"


def test_somebody_elses_refund_is_news_though_our_parcel_has_its_number(shop: Carrying) -> None:
    shop.approve(ORDER, MAIL, RESHIP)
    assert shop.run().succeeded == 1
    parcel, mail = shop.effects()
    amount = {"minor": 100, "currency": "USD"}
    shop.shop.books.refund(ORDER, "t1", amount, parcel.remote_id)
    read_and_judge(shop)
    with tenant_scope(shop.room.shop.pk):
        shop.all_effects().filter(pk=mail.pk).update(next_at=shop.clock.now, released_at=None)
    passed = pass_gate(shop.room.shop, mail, was_read=True)
    assert passed.codes == {mail.pk: "evidence_changed"}


def test_what_came_late_counts_as_given_when_the_order_is_decided_anew(shop: Carrying) -> None:
    shop.approve(ORDER, RESHIP)
    tenant, effect = shop.room.shop, shop.effect()
    pass_gate(tenant, effect, was_read=True)
    begun = begin(tenant, effect.pk, Step.SEND, shop.writer)
    assert begun is not None
    shop.shop.fail("/effects", Fault.REFUSE)
    assert shop.run_later(minutes=4).unknown == 1
    commands.give_up(
        tenant_id=tenant.pk, effect_id=effect.pk, by=shop.room.person(), reason="Too late"
    )
    shop.refund_outside(ORDER, 1)
    read_and_judge(shop)
    assert given(shop) == []
    close_sent(tenant, begun, Reply(answer=Done(remote_id="P-1")))
    assert given(shop) == [ActionKind.PROPOSE_RESHIP]


def given(shop: Carrying) -> list[str]:
    """What the order's newest proposal knows to have been given before."""
    tenant_id, newest = shop.room.shop.pk, shop.room.proposal(ORDER)
    with tenant_scope(tenant_id):
        context = contexts_of(tenant_id, [newest], now=shop.clock.now)[newest.pk]
    return [one.kind for one in context.live_remedies]


def read_and_judge(shop: Carrying) -> None:
    reader = reader_of(shop.connection)
    assert reader is not None
    now = shop.room.now = shop.clock.move(minutes=1)
    read_again(tenant_id=shop.room.shop.pk, reader=reader, order_id=ORDER, now=now)
    shop.room.resolve(ORDER)
