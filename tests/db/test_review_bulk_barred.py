"""Several decided at once: what keeps an order, a person or a whole run out."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.agents.records import OrderState
from shopops.proposals.models import ReviewStatus
from shopops.review.bulk.page import Result
from shopops.review.bulk.refusals import MOST, NoSuchPreview, NothingSelected, TooMany
from shopops.review.claiming import claim, heartbeat
from shopops.review.config import ReviewConfig
from shopops.review.handles import purge_handles
from shopops.review.models import BulkKind, BulkRun, Decision, Presence
from shopops.review.purging import purge_short_lived
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.bulk import (
    CHOICE,
    ESCALATED,
    approvable,
    bulk_room,
    confirm_run,
    page_of_run,
    preview_of,
    read_again,
    results_of,
)
from tests.support.deciding import MINUTE, Deciding
from tests.support.reviewing import Reviewing, reviewing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def room() -> Reviewing:
    return bulk_room()


def test_what_changed_before_the_preview_is_barred_as_stale(room: Reviewing) -> None:
    _, first, *_ = approvable(room)
    room.change(first.order_id, state=OrderState.CANCELLED)
    assert results_of(room, preview_of(room, [first])) == [(Result.BARRED, "stale")]
    assert room.proposal(first.order_id).revision == 2


def test_what_somebody_else_decided_meanwhile_says_who(room: Reviewing) -> None:
    first, *_ = approvable(room)
    run = preview_of(room, [first])
    Deciding(room, first.order_id).reject(name="Noor")
    confirm_run(room, run)
    [line] = page_of_run(room, run).undecided
    assert line.code == "already_decided"
    assert "Rejected by Noor." in line.sentence
    assert not line.waits
    assert page_of_run(room, run).again == []


def test_what_somebody_else_works_on_is_barred_with_their_name(room: Reviewing) -> None:
    first, second, *_ = approvable(room)
    claim(tenant_id=room.shop.pk, proposal_id=first.pk, person=room.person("Noor"), now=room.now)
    page = page_of_run(room, preview_of(room, [first, second]))
    assert [(line.result, line.code) for line in page.lines] == [
        (Result.BARRED, "not_assignee"),
        (Result.READY, ""),
    ]
    assert "Noor" in page.barred[0].sentence


def test_above_the_own_limit_an_item_is_barred(room: Reviewing) -> None:
    Deciding(room).settings(ReviewConfig(limits={"reviewer": {"USD": 1}}))
    room.person("Ada", Role.ADMIN)
    codes = {code for _, code in results_of(room, preview_of(room, approvable(room)))}
    assert codes == {"over_limit"}


def test_a_first_of_two_approvals_is_foretold_and_waits_for_the_second() -> None:
    room = bulk_room(second_cap_cents={"USD": 1, "EUR": 1})
    pair = approvable(room)
    run = preview_of(room, pair)
    assert {result for result, _ in results_of(room, run)} == {Result.HALF}
    assert page_of_run(room, run).half_sums
    confirm_run(room, run)
    assert {result for result, _ in results_of(room, run)} == {Result.HALF}
    assert {row.review_status for row in read_again(pair)} == {ReviewStatus.PENDING}
    barred = preview_of(room, pair, after=3 * MINUTE)
    assert {code for _, code in results_of(room, barred)} == {"four_eyes"}
    second = preview_of(room, pair, name="Noor", after=3 * MINUTE)
    confirm_run(room, second, name="Noor", after=4 * MINUTE)
    assert {row.review_status for row in read_again(pair)} == {ReviewStatus.APPROVED}


def test_ids_of_another_shop_are_counted_like_ids_that_never_were(room: Reviewing) -> None:
    other = reviewing([CHOICE], slug="store_other")
    theirs = other.proposal(CHOICE).pk
    pages = []
    for unknown in (theirs, 10**12):
        page = page_of_run(room, preview_of(room, [unknown], kind=BulkKind.REJECT))
        pages.append((page.lines, page.run.unknown, page.sums))
    assert pages[0] == pages[1] == ([], 1, [])
    assert other.proposal(CHOICE).review_status == ReviewStatus.PENDING


def test_a_run_is_its_maker_s_alone(room: Reviewing) -> None:
    run = preview_of(room, approvable(room))
    other = reviewing([CHOICE], slug="store_other")
    for room_, name in ((room, "Noor"), (other, "Maya")):
        with pytest.raises(NoSuchPreview):
            confirm_run(room_, run, name=name)
    with pytest.raises(NoSuchPreview):
        confirm_run(room, uuid4())
    assert not Decision.objects.exists()


def test_a_page_costs_the_same_however_many_are_on_it(room: Reviewing) -> None:
    counts = []
    for rows in (approvable(room)[:1], approvable(room)):
        run = preview_of(room, rows)
        with CaptureQueriesContext(connection) as seen:
            page_of_run(room, run)
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_old_previews_and_who_looked_are_purged_and_decisions_stay(room: Reviewing) -> None:
    run = preview_of(room, approvable(room))
    confirm_run(room, run)
    row = room.proposal(ESCALATED)
    heartbeat(tenant_id=room.shop.pk, proposal_id=row.pk, person=room.person("Maya"), now=room.now)
    decided = Decision.objects.count()
    for days, runs, looked in ((0, 1, 1), (29, 1, 0), (31, 0, 0)):
        purge_short_lived(tenant_id=room.shop.pk, now=room.now + timedelta(days=days))
        with tenant_scope(room.shop.pk):
            assert (BulkRun.objects.count(), Presence.objects.count()) == (runs, looked)
    assert Decision.objects.count() == decided == 5


def test_one_is_chosen_once_and_at_most_fifty_are(room: Reviewing) -> None:
    [row, *_] = approvable(room)
    assert len(page_of_run(room, preview_of(room, [row, row])).lines) == 1
    with pytest.raises(NothingSelected):
        preview_of(room, [])
    with pytest.raises(TooMany):
        preview_of(room, range(1, MOST + 2))
    assert page_of_run(room, preview_of(room, range(10**9, 10**9 + MOST))).run.unknown == MOST


def test_who_lost_the_role_meanwhile_decides_nothing(room: Reviewing) -> None:
    rows = approvable(room)
    run = preview_of(room, rows)
    Membership.objects.filter(pk=room.person("Maya").pk).update(role=Role.VIEWER)
    confirm_run(room, run)
    assert {code for _, code in results_of(room, run)} == {"not_reviewer"}
    assert not Decision.objects.exists()


def test_a_preview_that_stayed_open_for_long_decides_nothing(room: Reviewing) -> None:
    rows = approvable(room)
    run = preview_of(room, rows)
    confirm_run(room, run, after=timedelta(hours=2))
    assert {code for _, code in results_of(room, run)} == {"handle_expired"}
    assert not Decision.objects.exists()


def test_handles_that_are_purged_leave_the_preview_and_decide_nothing(room: Reviewing) -> None:
    run = preview_of(room, approvable(room))
    purge_handles(now=room.now + timedelta(days=3))
    confirm_run(room, run, after=timedelta(days=3))
    assert {code for _, code in results_of(room, run)} == {"handle_unknown"}
    assert not Decision.objects.exists()
