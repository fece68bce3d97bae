"""Several decided at once: what the preview foretells, what a confirmation does, never twice."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.agents.proposal import ActionKind
from shopops.agents.records import OrderState
from shopops.ledger import EventKind
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import refusals
from shopops.review.bulk.confirm import Words, confirm, find_run
from shopops.review.bulk.page import Result, RunPage, run_page
from shopops.review.bulk.preview import preview
from shopops.review.bulk.refusals import MOST, NoSuchPreview, NotConfirmed, NothingSelected, TooMany
from shopops.review.claiming import claim, heartbeat
from shopops.review.config import ReviewConfig
from shopops.review.handles import purge_handles
from shopops.review.models import BulkItem, BulkKind, BulkRun, Decision, DecisionHandle, Presence
from shopops.review.purging import purge_short_lived
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.at_once import at_once
from tests.support.deciding import MINUTE, ORDER, REFUND, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
CHOICE = ORDER  # send again or refund: somebody has to choose
ESCALATED = "O-1011"
WITH_CHOICE = ("O-1004", "O-1005", "O-1006", "O-1031")  # the last one in EUR
PLAIN = "O-1024"  # a refund, and a mail about it
SURE = Words(sure=True)
NO = Words(reason="no")
RESHIP = ActionKind.PROPOSE_RESHIP


@pytest.fixture
def room() -> Reviewing:
    return _room()


def _room(**numbers: Any) -> Reviewing:
    return reviewing([CHOICE, *WITH_CHOICE, PLAIN, ESCALATED], **numbers)


def _rows(room: Reviewing) -> list[Proposal]:
    """What can be approved, where sending again is preferred."""
    return [room.proposal(order) for order in (PLAIN, *WITH_CHOICE)]


def _preview(
    room: Reviewing,
    rows: Sequence[Proposal | int],
    *,
    kind: BulkKind = BulkKind.APPROVE,
    prefer: ActionKind | None = RESHIP,
    name: str = "Maya",
    after: timedelta = MINUTE,
) -> UUID:
    return preview(
        tenant_id=room.shop.pk,
        reviewer=room.person(name),
        kind=kind,
        proposal_ids=[row if isinstance(row, int) else row.pk for row in rows],
        prefer=prefer,
        now=room.now + after,
    )


def _confirm(
    room: Reviewing,
    run: UUID,
    words: Words = SURE,
    *,
    name: str = "Maya",
    after: timedelta = 2 * MINUTE,
) -> bool:
    return confirm(
        tenant_id=room.shop.pk,
        run_id=run,
        reviewer=room.person(name),
        words=words,
        now=room.now + after,
    )


def _page(room: Reviewing, run: UUID, name: str = "Maya") -> RunPage:
    with tenant_scope(room.shop.pk):
        return run_page(find_run(room.shop.pk, run, room.person(name)), room.now)


def _results(room: Reviewing, run: UUID) -> list[tuple[Result, str]]:
    return [(line.result, line.code) for line in _page(room, run).lines]


def _told(room: Reviewing) -> list[dict[str, object]]:
    with tenant_scope(room.shop.pk):
        return bodies_of_kind(room.shop.pk, EventKind.DECISION)


def test_a_preview_decides_nothing_and_leaves_every_proposal_as_it_was(room: Reviewing) -> None:
    rows = _rows(room)
    run = _preview(room, rows)
    assert _results(room, run) == [(Result.READY, "")] * len(rows)
    assert not Decision.objects.exists()
    assert not DecisionHandle.objects.filter(used_at__isnull=False).exists()
    assert {row.review_status for row in _again(rows)} == {ReviewStatus.PENDING}


def _again(rows: Sequence[Proposal]) -> list[Proposal]:
    return list(Proposal.objects.filter(pk__in=[row.pk for row in rows]))


def test_each_item_has_a_handle_bound_to_what_was_previewed(room: Reviewing) -> None:
    rows = _rows(room)
    _preview(room, rows)
    with tenant_scope(room.shop.pk):
        held = [one.handle for one in BulkItem.objects.select_related("handle")]
    assert [(bytes(one.digest), one.revision, one.round) for one in held if one] == [
        (bytes(row.digest), row.revision, row.round) for row in rows
    ]
    assert len({one.pk for one in held if one}) == len(rows)


def test_the_page_of_an_order_never_shows_the_handle_of_a_run(room: Reviewing) -> None:
    [row, *_] = _rows(room)
    shown = room.handle(row.order_id)
    _preview(room, [row])
    assert room.handle(row.order_id) == shown


def test_confirming_decides_exactly_what_was_previewed(room: Reviewing) -> None:
    first, second, *_ = _rows(room)
    run = _preview(room, [first, second])
    assert _confirm(room, run)
    assert _results(room, run) == [(Result.DECIDED, "")] * 2
    decided = Decision.objects.order_by("pk")
    assert [one.proposal_id for one in decided] == [first.pk, second.pk]
    assert {one.kind for one in decided} == {"approve"}
    assert len(_told(room)) == 2
    with tenant_scope(room.shop.pk):
        approved = Proposal.objects.filter(review_status=ReviewStatus.APPROVED)
        assert set(approved.values_list("pk", flat=True)) == {first.pk, second.pk}


def test_what_is_approved_is_everything_but_the_other_alternatives(room: Reviewing) -> None:
    run = _preview(room, _rows(room))
    _confirm(room, run)
    kinds = [body["kinds"] for body in _told(room)]
    assert kinds == [["draft_email", "propose_refund"], *[["draft_email", "propose_reship"]] * 4]


def test_without_a_preference_a_choice_is_nobody_s_to_guess(room: Reviewing) -> None:
    row = room.proposal(CHOICE)
    run = _preview(room, [row], prefer=None)
    assert _results(room, run) == [(Result.BARRED, "unresolved_choice")]
    assert [(way.kind, way.number) for way in _page(room, run).ways] == [
        ("propose_refund", 1),
        ("propose_reship", 1),
    ]
    _confirm(room, run)
    assert not Decision.objects.exists()
    assert _page(room, run).again == [row.pk]


def test_a_preference_that_is_not_among_the_alternatives_decides_no_choice(
    room: Reviewing,
) -> None:
    run = _preview(room, [room.proposal(CHOICE)], prefer=ActionKind.PROPOSE_STORE_CREDIT)
    assert _results(room, run) == [(Result.BARRED, "unresolved_choice")]


def test_an_edit_that_leaves_one_option_needs_no_preference(room: Reviewing) -> None:
    Deciding(room).edit(options={"remedy:s1": "propose_refund"}, amounts={REFUND: "40.00"})
    row = room.proposal(CHOICE)
    run = _preview(room, [row], prefer=None, name="Noor", after=2 * MINUTE)
    _confirm(room, run, name="Noor", after=3 * MINUTE)
    assert room.proposal(CHOICE).review_status == ReviewStatus.APPROVED


def test_an_escalation_is_rejected_with_others_and_never_approved(room: Reviewing) -> None:
    row = room.proposal(ESCALATED)
    assert _results(room, _preview(room, [row])) == [(Result.BARRED, "needs_person")]
    run = _preview(room, [row], kind=BulkKind.REJECT)
    _confirm(room, run, NO)
    assert _results(room, run) == [(Result.DECIDED, "")]


def test_ten_are_rejected_with_one_reason_of_the_shop() -> None:
    room = reviewing()
    waiting = list(Proposal.objects.filter(review_status=ReviewStatus.PENDING).order_by("pk")[:10])
    run = _preview(room, waiting, kind=BulkKind.REJECT)
    _confirm(room, run, Words(preset="The parcel has arrived", reason="Called them all"))
    decided = Decision.objects.all()
    assert {(one.kind, one.preset, one.note.text) for one in decided} == {
        ("reject", "The parcel has arrived", "Called them all")
    }
    assert len(decided) == len(_told(room)) == len(waiting) == 10


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (Words(), refusals.ReasonRequired),
        (Words(reason="x" * 2001), refusals.ReasonTooLong),
        (Words(preset="I feel like it"), refusals.UnknownReason),
    ],
)
def test_a_rejection_without_a_good_reason_confirms_nothing(
    room: Reviewing, words: Words, refusal: type[Exception]
) -> None:
    run = _preview(room, _rows(room), kind=BulkKind.REJECT)
    with pytest.raises(refusal):
        _confirm(room, run, words)
    assert not Decision.objects.exists()
    assert _confirm(room, run, NO)


def test_above_the_cap_a_person_says_that_they_mean_the_sum() -> None:
    room = _room(approval_above_cents={"USD": 60000, "EUR": 11899})
    rows = _rows(room)
    usd = [row for row in rows if row.currency == "USD"]
    assert not _page(room, _preview(room, usd)).above_cap
    run = _preview(room, rows)
    assert _page(room, run).above_cap
    with pytest.raises(NotConfirmed):
        _confirm(room, run, Words())
    assert not Decision.objects.exists()
    assert _confirm(room, run, SURE)


def test_sending_the_confirmation_again_decides_nothing_and_shows_the_same(
    room: Reviewing,
) -> None:
    rows = [*_rows(room), room.proposal(ESCALATED)]
    run = _preview(room, rows)
    assert _confirm(room, run)
    before, decided = _page(room, run), Decision.objects.count()
    assert not _confirm(room, run, Words(reason="other words", sure=True), after=3 * MINUTE)
    assert _page(room, run) == before
    assert Decision.objects.count() == decided == len(rows) - 1


def test_what_changed_after_the_preview_is_refused_and_the_rest_is_decided(
    room: Reviewing,
) -> None:
    second, first, *_ = _rows(room)
    run = _preview(room, [first, second])
    room.change(first.order_id, state=OrderState.CANCELLED)
    _confirm(room, run)
    assert _results(room, run) == [(Result.REFUSED, "stale"), (Result.DECIDED, "")]
    [line] = _page(room, run).undecided
    assert "Order state" in line.sentence
    assert line.newest == room.proposal(first.order_id).pk != first.pk
    assert first.pk not in _page(room, run).again


def test_what_changed_before_the_preview_is_barred_as_stale(room: Reviewing) -> None:
    _, first, *_ = _rows(room)
    room.change(first.order_id, state=OrderState.CANCELLED)
    assert _results(room, _preview(room, [first])) == [(Result.BARRED, "stale")]
    assert room.proposal(first.order_id).revision == 2


def test_what_somebody_else_decided_meanwhile_says_who(room: Reviewing) -> None:
    first, *_ = _rows(room)
    run = _preview(room, [first])
    Deciding(room, first.order_id).reject(name="Noor")
    _confirm(room, run)
    [line] = _page(room, run).undecided
    assert line.code == "already_decided"
    assert "Rejected by Noor." in line.sentence
    assert not line.waits
    assert _page(room, run).again == []


def test_what_somebody_else_works_on_is_barred_with_their_name(room: Reviewing) -> None:
    first, second, *_ = _rows(room)
    claim(tenant_id=room.shop.pk, proposal_id=first.pk, person=room.person("Noor"), now=room.now)
    page = _page(room, _preview(room, [first, second]))
    assert [(line.result, line.code) for line in page.lines] == [
        (Result.BARRED, "not_assignee"),
        (Result.READY, ""),
    ]
    assert "Noor" in page.barred[0].sentence


def test_above_the_own_limit_an_item_is_barred(room: Reviewing) -> None:
    Deciding(room).settings(ReviewConfig(limits={"reviewer": {"USD": 1}}))
    room.person("Ada", Role.ADMIN)
    codes = {code for _, code in _results(room, _preview(room, _rows(room)))}
    assert codes == {"over_limit"}


def test_a_first_of_two_approvals_is_foretold_and_waits_for_the_second() -> None:
    room = _room(second_cap_cents={"USD": 1, "EUR": 1})
    pair = _rows(room)
    run = _preview(room, pair)
    assert {result for result, _ in _results(room, run)} == {Result.HALF}
    assert _page(room, run).half_sums
    _confirm(room, run)
    assert {result for result, _ in _results(room, run)} == {Result.HALF}
    assert {row.review_status for row in _again(pair)} == {ReviewStatus.PENDING}
    barred = _preview(room, pair, after=3 * MINUTE)
    assert {code for _, code in _results(room, barred)} == {"four_eyes"}
    second = _preview(room, pair, name="Noor", after=3 * MINUTE)
    _confirm(room, second, name="Noor", after=4 * MINUTE)
    assert {row.review_status for row in _again(pair)} == {ReviewStatus.APPROVED}


def test_ids_of_another_shop_are_counted_like_ids_that_never_were(room: Reviewing) -> None:
    other = reviewing([CHOICE], slug="store_other")
    theirs = other.proposal(CHOICE).pk
    pages = []
    for unknown in (theirs, 10**12):
        page = _page(room, _preview(room, [unknown], kind=BulkKind.REJECT))
        pages.append((page.lines, page.run.unknown, page.sums))
    assert pages[0] == pages[1] == ([], 1, [])
    assert other.proposal(CHOICE).review_status == ReviewStatus.PENDING


def test_a_run_is_its_maker_s_alone(room: Reviewing) -> None:
    run = _preview(room, _rows(room))
    other = reviewing([CHOICE], slug="store_other")
    for room_, name in ((room, "Noor"), (other, "Maya")):
        with pytest.raises(NoSuchPreview):
            _confirm(room_, run, name=name)
    with pytest.raises(NoSuchPreview):
        _confirm(room, uuid4())
    assert not Decision.objects.exists()


def test_a_page_costs_the_same_however_many_are_on_it(room: Reviewing) -> None:
    counts = []
    for rows in (_rows(room)[:1], _rows(room)):
        run = _preview(room, rows)
        with CaptureQueriesContext(connection) as seen:
            _page(room, run)
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_old_previews_and_who_looked_are_purged_and_decisions_stay(room: Reviewing) -> None:
    run = _preview(room, _rows(room))
    _confirm(room, run)
    row = room.proposal(ESCALATED)
    heartbeat(tenant_id=room.shop.pk, proposal_id=row.pk, person=room.person("Maya"), now=room.now)
    decided = Decision.objects.count()
    for days, runs, looked in ((0, 1, 1), (29, 1, 0), (31, 0, 0)):
        purge_short_lived(tenant_id=room.shop.pk, now=room.now + timedelta(days=days))
        with tenant_scope(room.shop.pk):
            assert (BulkRun.objects.count(), Presence.objects.count()) == (runs, looked)
    assert Decision.objects.count() == decided == 5


def test_one_is_chosen_once_and_at_most_fifty_are(room: Reviewing) -> None:
    [row, *_] = _rows(room)
    assert len(_page(room, _preview(room, [row, row])).lines) == 1
    with pytest.raises(NothingSelected):
        _preview(room, [])
    with pytest.raises(TooMany):
        _preview(room, range(1, MOST + 2))
    assert _page(room, _preview(room, range(10**9, 10**9 + MOST))).run.unknown == MOST


def test_who_lost_the_role_meanwhile_decides_nothing(room: Reviewing) -> None:
    rows = _rows(room)
    run = _preview(room, rows)
    Membership.objects.filter(pk=room.person("Maya").pk).update(role=Role.VIEWER)
    _confirm(room, run)
    assert {code for _, code in _results(room, run)} == {"not_reviewer"}
    assert not Decision.objects.exists()


def test_a_preview_that_stayed_open_for_long_decides_nothing(room: Reviewing) -> None:
    rows = _rows(room)
    run = _preview(room, rows)
    _confirm(room, run, after=timedelta(hours=2))
    assert {code for _, code in _results(room, run)} == {"handle_expired"}
    assert not Decision.objects.exists()


def test_handles_that_are_purged_leave_the_preview_and_decide_nothing(room: Reviewing) -> None:
    run = _preview(room, _rows(room))
    purge_handles(now=room.now + timedelta(days=3))
    _confirm(room, run, after=timedelta(days=3))
    assert {code for _, code in _results(room, run)} == {"handle_unknown"}
    assert not Decision.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_eight_confirmations_at_once_decide_each_item_once() -> None:
    room = _room()
    rows = _rows(room)
    run = _preview(room, rows)
    outcomes = at_once(*[lambda: _confirm(room, run)] * 8)
    assert sorted(map(bool, outcomes)) == [False] * 7 + [True]
    assert Decision.objects.count() == len(_told(room)) == len(rows)
    assert _results(room, run) == [(Result.DECIDED, "")] * len(rows)


@pytest.mark.django_db(transaction=True)
def test_two_people_s_runs_over_the_same_orders_decide_each_order_once() -> None:
    room = _room()
    rows = _rows(room)
    room.person("Noor")
    mine = _preview(room, rows)
    theirs = _preview(room, list(reversed(rows)), kind=BulkKind.REJECT, name="Noor")
    at_once(
        lambda: _confirm(room, mine),
        lambda: _confirm(room, theirs, NO, name="Noor"),
    )
    assert Decision.objects.count() == len(_told(room)) == len(rows)
    won = [line for line in _page(room, mine).lines if line.result is Result.DECIDED]
    lost = [line for line in _page(room, mine).lines if line.code == "already_decided"]
    assert len(won) + len(lost) == len(rows)
    assert len(_page(room, theirs, "Noor").decided) == len(lost)


@pytest.mark.django_db(transaction=True)
def test_previews_and_single_decisions_at_once_wait_for_each_other_and_end() -> None:
    room = _room()
    rows = _rows(room)
    for name in ("Noor", "Tomasz"):
        room.person(name)
    handles = {row.order_id: room.handle(row.order_id, "Noor") for row in rows}

    def decide() -> None:
        for row in reversed(rows):
            Deciding(room, row.order_id).reject(name="Noor", handle=handles[row.order_id])

    runs = at_once(
        lambda: _preview(room, rows), decide, lambda: _preview(room, rows, name="Tomasz")
    )
    assert Decision.objects.count() == len(rows)
    with tenant_scope(room.shop.pk):
        assert BulkRun.objects.count() == 2
        assert BulkItem.objects.count() == 2 * len(rows)
    assert isinstance(runs[0], UUID)
