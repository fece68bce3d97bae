"""Several decided at once, by several people at the same moment."""

from uuid import UUID

import pytest

from shopops.review.bulk.page import Result
from shopops.review.models import BulkItem, BulkKind, BulkRun, Decision
from shopops.tenants.scope import tenant_scope
from tests.support.at_once import at_once
from tests.support.bulk import (
    NO,
    approvable,
    bulk_room,
    confirm_run,
    page_of_run,
    preview_of,
    results_of,
    told_of,
)
from tests.support.deciding import Deciding

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_eight_confirmations_at_once_decide_each_item_once() -> None:
    room = bulk_room()
    rows = approvable(room)
    run = preview_of(room, rows)
    outcomes = at_once(*[lambda: confirm_run(room, run)] * 8)
    assert sorted(map(bool, outcomes)) == [False] * 7 + [True]
    assert Decision.objects.count() == len(told_of(room)) == len(rows)
    assert results_of(room, run) == [(Result.DECIDED, "")] * len(rows)


@pytest.mark.slow
def test_two_people_s_runs_over_the_same_orders_decide_each_order_once() -> None:
    room = bulk_room()
    rows = approvable(room)
    room.person("Noor")
    mine = preview_of(room, rows)
    theirs = preview_of(room, list(reversed(rows)), kind=BulkKind.REJECT, name="Noor")
    at_once(
        lambda: confirm_run(room, mine),
        lambda: confirm_run(room, theirs, NO, name="Noor"),
    )
    assert Decision.objects.count() == len(told_of(room)) == len(rows)
    won = [line for line in page_of_run(room, mine).lines if line.result is Result.DECIDED]
    lost = [line for line in page_of_run(room, mine).lines if line.code == "already_decided"]
    assert len(won) + len(lost) == len(rows)
    assert len(page_of_run(room, theirs, "Noor").decided) == len(lost)


@pytest.mark.slow
def test_previews_and_single_decisions_at_once_wait_for_each_other_and_end() -> None:
    room = bulk_room()
    rows = approvable(room)
    for name in ("Noor", "Tomasz"):
        room.person(name)
    handles = {row.order_id: room.handle(row.order_id, "Noor") for row in rows}

    def decide() -> None:
        for row in reversed(rows):
            Deciding(room, row.order_id).reject(name="Noor", handle=handles[row.order_id])

    runs = at_once(
        lambda: preview_of(room, rows), decide, lambda: preview_of(room, rows, name="Tomasz")
    )
    assert Decision.objects.count() == len(rows)
    with tenant_scope(room.shop.pk):
        assert BulkRun.objects.count() == 2
        assert BulkItem.objects.count() == 2 * len(rows)
    assert isinstance(runs[0], UUID)
