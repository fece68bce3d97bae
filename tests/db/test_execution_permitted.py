"""What needs no approval is carried out where the shop says so, and nowhere else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.administration.suppression.listing import suppress
from shopops.connections.models import CarriesOut, Connection
from shopops.execution.due import tenants_waiting
from shopops.execution.run import Tally
from shopops.execution.tasks import watch
from shopops.outbox.states import State
from shopops.proposals.models import ExecutionStatus, ReviewStatus
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, action_of, carrying
from tests.support.clock import Clock
from tests.support.shop_double import Fault

pytestmark = pytest.mark.django_db
CANCELLED = "O-1024"  # with a remainder to send back
HIGH, LOW = {"USD": 100_000}, {"USD": 100}


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    """Connected before anything is judged."""
    with carrying(
        [],
        folder=tmp_path,
        clock=clock,
        carries_out=CarriesOut.PERMITTED,
        approval_above_cents=HIGH,
    ) as made:
        yield made


def test_a_refund_within_the_cap_goes_out_by_itself(shop: Carrying) -> None:
    shop.room.resolve(CANCELLED)
    assert shop.room.proposal(CANCELLED).review_status == ReviewStatus.NOT_REQUIRED
    refund = next(one for one in shop.effects() if one.kind == "refund")
    assert refund.state == State.HELD
    assert action_of(refund).execution_status == ExecutionStatus.HELD
    assert shop.run().succeeded == 1
    assert len(shop.shop.books.effects("refund.create")) == 1


def test_where_only_what_was_approved_is_carried_out_by_now_it_waits_and_rings(
    shop: Carrying,
) -> None:
    """As when somebody stops the shop because too much goes out by itself."""
    shop.room.resolve(CANCELLED)
    carry_out(shop, CarriesOut.APPROVED)
    assert shop.run() == Tally()
    shop.clock.move(minutes=61)
    watch()
    assert ("not_carried_out", "due_new") in shop.alarms()
    assert tenants_waiting(shop.room.shop.pk) == []
    assert shop.shop.books.effects() == []
    carry_out(shop, CarriesOut.PERMITTED)
    assert shop.run().succeeded == 1


def carry_out(shop: Carrying, what: CarriesOut) -> None:
    with tenant_scope(shop.room.shop.pk):
        Connection.objects.filter(pk=shop.connection.pk).update(carries_out=what)


def test_one_whose_evidence_changes_first_is_left_to_the_next_proposal_quietly(
    shop: Carrying,
) -> None:
    shop.room.resolve(CANCELLED)
    shop.refund_outside(CANCELLED, 1)
    tally = shop.run()
    assert (tally.failed, tally.succeeded) == (1, 1)
    refund = next(one for one in shop.effects() if one.kind == "refund")
    assert (refund.state, refund.code) == (State.FAILED, "superseded")
    assert shop.alarms() == []
    newest = shop.room.proposal(CANCELLED)
    assert newest.revision == 2
    later = [one for one in shop.effects() if one.proposal_id == newest.pk]
    assert {one.state for one in later if one.kind == "refund"} == {State.SUCCEEDED}


@pytest.mark.parametrize("carries_out", [CarriesOut.APPROVED, CarriesOut.NOTHING])
def test_nothing_goes_out_unapproved_where_the_shop_does_not_say_so(
    tmp_path: Path, clock: Clock, carries_out: CarriesOut
) -> None:
    with carrying(
        [], folder=tmp_path, clock=clock, carries_out=carries_out, approval_above_cents=HIGH
    ) as shop:
        shop.room.resolve(CANCELLED)
        assert shop.room.proposal(CANCELLED).review_status == ReviewStatus.NOT_REQUIRED
        assert shop.effects() == []


def test_what_rang_while_its_shop_was_down_rings_no_more_once_another_took_its_place(
    shop: Carrying,
) -> None:
    shop.room.resolve(CANCELLED)
    shop.shop.fail("/orders", *[Fault.ERROR_BEFORE] * 60)
    for _ in range(60):
        shop.run_later(minutes=2)
    assert ("not_carried_out", "due_new") in shop.alarms()
    shop.room.numbers(approval_above_cents=LOW)
    shop.shop.faults["/orders"].clear()
    shop.run_later(minutes=70)
    refund = next(one for one in shop.effects() if one.kind == "refund")
    assert (refund.state, refund.code) == (State.FAILED, "superseded")
    assert {status for _, status in shop.alarms()} == {"none"}


def test_a_lower_cap_brings_it_before_a_person(shop: Carrying) -> None:
    shop.room.resolve(CANCELLED)
    shop.room.numbers(approval_above_cents=LOW)
    assert shop.run().succeeded == 0
    refund = next(one for one in shop.effects() if one.kind == "refund")
    assert (refund.state, refund.code) == (State.FAILED, "superseded")
    newest = shop.room.proposal(CANCELLED)
    assert (newest.revision, newest.review_status) == (2, ReviewStatus.PENDING)
    assert shop.alarms() == []


def test_what_keeps_it_while_nothing_else_is_proposed_is_told(shop: Carrying) -> None:
    """The same order and the same numbers: no other proposal comes that would say what to do."""
    shop.room.resolve(CANCELLED)
    ada = shop.room.person("Ada", Role.ADMIN)
    address = shop.room.oms.orders[CANCELLED].customer.email
    assert address is not None
    suppress(addresses=[address], reason="Asked for it", author=ada, now=shop.room.now)
    shop.run()
    mail = next(one for one in shop.effects() if one.kind == "mail")
    assert (mail.state, mail.code) == (State.FAILED, "suppressed")
    assert shop.room.proposal(CANCELLED).revision == 1
    assert ("not_carried_out", "due_new") in shop.alarms()
