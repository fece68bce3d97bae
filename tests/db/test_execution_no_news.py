"""What a decision has carried out itself is no news to the order: nobody decides it once more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.connections.settings import reader_of
from shopops.execution.sources import read_again
from shopops.proposals.models import Proposal, ReviewStatus
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.pipeline import resolve_stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


def newest(shop: Carrying) -> Proposal:
    return Proposal.objects.of(shop.room.shop.pk).order_by("-revision")[0]


def look_again(shop: Carrying) -> Proposal:
    """The shop is read, and the pipeline runs over what it says now."""
    shop.clock.move(minutes=1)
    reader = reader_of(shop.connection)
    assert reader is not None
    now = shop.clock.now
    read_again(tenant_id=shop.room.shop.pk, reader=reader, order_id=ORDER, now=now)
    resolve_stored(shop.room.shop, now=now)
    return newest(shop)


def test_a_refund_that_we_made_brings_no_order_back(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    assert shop.run().succeeded == 1
    assert shop.shop.books.orders[ORDER]["refunds"]
    again = look_again(shop)
    assert (again.revision, again.review_status) == (1, ReviewStatus.APPROVED)


def test_a_part_that_we_sent_back_does_not_propose_the_rest(shop: Carrying) -> None:
    shop.deciding(ORDER).edit(amounts={REFUND: "45.00"})
    shop.approve(ORDER, REFUND)
    assert shop.run().succeeded == 1
    again = look_again(shop)
    assert (again.revision, again.review_status) == (2, ReviewStatus.APPROVED)


def test_a_refund_that_somebody_else_made_does(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    assert shop.run().succeeded == 1
    look_again(shop)
    shop.shop.books.orders[ORDER]["refunds"][0]["id"] = "of-somebody-else"
    again = look_again(shop)
    assert (again.revision, again.review_status) == (2, ReviewStatus.NOT_REQUIRED)
