"""What needed no approval when it was judged, and needs one when it is to go out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.administration.suppression.listing import suppress
from shopops.connections.models import CarriesOut
from shopops.outbox.states import State
from shopops.proposals.models import ReviewStatus
from shopops.tenants.models import Role
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
CANCELLED = "O-1024"  # with a remainder to send back
HIGH, LOW = {"USD": 100_000}, {"USD": 100}


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying(
        [],
        folder=tmp_path,
        clock=clock,
        carries_out=CarriesOut.PERMITTED,
        approval_above_cents=HIGH,
    ) as made:
        yield made


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
