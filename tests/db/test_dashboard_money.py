"""Money proposed, approved and paid, in minor units of each currency."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from shopops.agents.proposal import ActionKind
from shopops.dashboard.questions.money import Money, money_by_currency
from shopops.execution.commands import retry
from shopops.proposals.models import Action, ExecutionStatus
from shopops.proposals.read import pack_of, proposal_from
from shopops.proposals.same_pack import revise
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.dashboards import DINARS, NOON_DAY, SPLIT, YEN, days, sample_shop
from tests.support.deciding import REFUND, RESHIP, Deciding
from tests.support.reviewing import Reviewing
from tests.support.shop_double import Fault

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def _money(room: Reviewing, period: int = 0) -> list[Money]:
    with tenant_scope(room.shop.pk):
        return money_by_currency(room.shop.pk, days(NOON_DAY + timedelta(days=period)))


def test_currencies_stand_apart_with_the_digits_that_each_has() -> None:
    """129.00 USD, twice as two payments of one order; 9,800 JPY; 12.500 KWD."""
    assert _money(sample_shop()) == [
        Money("JPY", proposed=9800, approved=0, paid=0),
        Money("KWD", proposed=12500, approved=0, paid=0),
        Money("USD", proposed=12900 + 5000 + 7900, approved=0, paid=0),
    ]


def test_only_a_refund_that_was_approved_counts_as_approved() -> None:
    room = sample_shop(YEN, DINARS)
    Deciding(room, YEN).approve(REFUND)
    Deciding(room, DINARS).approve(RESHIP)
    assert _money(room) == [
        Money("JPY", proposed=9800, approved=9800, paid=0),
        Money("KWD", proposed=12500, approved=0, paid=0),
    ]


def test_what_an_edit_made_of_it_counts_and_the_original_does_not() -> None:
    room = sample_shop(DINARS)
    Deciding(room, DINARS).edit(amounts={REFUND: "10.250"})
    Deciding(room, DINARS).approve(REFUND, after=timedelta(minutes=2))
    assert _money(room) == [Money("KWD", proposed=10250, approved=10250, paid=0)]


def test_an_approval_taken_back_and_given_again_counts_once() -> None:
    room = sample_shop(YEN)
    yen = Deciding(room, YEN)
    yen.approve(REFUND)
    yen.undo(after=timedelta(minutes=2))
    assert [row.approved for row in _money(room)] == [0]
    yen.approve(REFUND, after=timedelta(minutes=3))
    assert [row.approved for row in _money(room)] == [9800]


def _offer_credit_too(room: Reviewing, order_id: str, minor: int) -> None:
    """Instead of the refund, and as one of the same alternatives."""
    tenant_id = room.shop.pk
    with tenant_scope(tenant_id):
        row = room.proposal_in_scope(order_id)
        pack = pack_of(row)
        before = proposal_from(row, list(row.actions.all()), pack)
        credit = replace(
            before.actions[REFUND], kind=ActionKind.PROPOSE_STORE_CREDIT, amount_minor=minor
        )
        after = replace(before, actions=[*before.actions, credit])
        revise(older=row, pack=pack, proposed=after, editor=room.person(), now=room.now)


@pytest.mark.parametrize(("credit", "counts"), [(9000, 9800), (11000, 11000)])
def test_of_alternatives_the_dearest_counts(credit: int, counts: int) -> None:
    room = sample_shop(YEN)
    _offer_credit_too(room, YEN, credit)
    assert _money(room) == [Money("JPY", proposed=counts, approved=0, paid=0)]


def test_only_what_was_carried_out_is_paid() -> None:
    room = sample_shop(YEN, SPLIT)
    Deciding(room, YEN).approve(REFUND)
    Deciding(room, SPLIT).approve(2, 3)
    done = Action.objects.of(room.shop.pk).filter(proposal__order_id=YEN, approved=True)
    for status in (ExecutionStatus.RUNNING, ExecutionStatus.SUCCEEDED):
        done.update(execution_status=status)
    assert _money(room) == [
        Money("JPY", proposed=9800, approved=9800, paid=9800),
        Money("USD", proposed=12900, approved=12900, paid=0),
    ]


def test_what_the_shop_refunded_for_us_is_paid_and_what_it_refused_is_not(
    tmp_path: Path, clock: Clock
) -> None:
    with carrying([YEN], folder=tmp_path, clock=clock) as shop:
        shop.shop.fail("/refunds", Fault.REFUSE)
        shop.approve(YEN, REFUND)
        assert shop.run().failed == 1
        assert [row.paid for row in _decided_by(shop)] == [0]
        [effect] = shop.effects()
        retry(
            tenant_id=shop.room.shop.pk,
            effect_id=effect.pk,
            by=shop.room.person("Maya"),
            reason="It was down",
        )
        shop.run()
        assert shop.run_later(minutes=2).succeeded == 1
        assert [row.paid for row in _decided_by(shop)] == [9800]


def _decided_by(shop: Carrying) -> list[Money]:
    """In the days from when everything was judged until now, whatever the clock says."""
    first, last = shop.room.now.date(), shop.clock.now.date()
    with tenant_scope(shop.room.shop.pk):
        return money_by_currency(shop.room.shop.pk, days(first - timedelta(days=1), last))


def test_it_counts_on_the_day_of_the_decision() -> None:
    room = sample_shop(YEN)
    Deciding(room, YEN).approve(REFUND, after=timedelta(hours=18))  # after midnight in Chicago
    assert _money(room) == [Money("JPY", proposed=9800, approved=0, paid=0)]
    assert _money(room, period=1) == [Money("JPY", proposed=0, approved=9800, paid=0)]
    assert _money(room, period=2) == []
