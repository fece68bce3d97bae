"""Several decided at once: what the preview foretells, what a confirmation does, never twice."""

import pytest

from shopops.agents.proposal import ActionKind
from shopops.agents.records import OrderState
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import refusals
from shopops.review.bulk.confirm import Words
from shopops.review.bulk.page import Result
from shopops.review.bulk.refusals import NotConfirmed
from shopops.review.models import BulkItem, BulkKind, Decision, DecisionHandle
from shopops.tenants.scope import tenant_scope
from tests.support.bulk import (
    CHOICE,
    ESCALATED,
    NO,
    SURE,
    approvable,
    bulk_room,
    confirm_run,
    page_of_run,
    preview_of,
    read_again,
    results_of,
    told_of,
)
from tests.support.deciding import MINUTE, REFUND, Deciding
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Reviewing:
    return bulk_room()


def test_a_preview_decides_nothing_and_leaves_every_proposal_as_it_was(room: Reviewing) -> None:
    rows = approvable(room)
    run = preview_of(room, rows)
    assert results_of(room, run) == [(Result.READY, "")] * len(rows)
    assert not Decision.objects.exists()
    assert not DecisionHandle.objects.filter(used_at__isnull=False).exists()
    assert {row.review_status for row in read_again(rows)} == {ReviewStatus.PENDING}


def test_each_item_has_a_handle_bound_to_what_was_previewed(room: Reviewing) -> None:
    rows = approvable(room)
    preview_of(room, rows)
    with tenant_scope(room.shop.pk):
        held = [one.handle for one in BulkItem.objects.select_related("handle")]
    assert [(bytes(one.digest), one.revision, one.round) for one in held if one] == [
        (bytes(row.digest), row.revision, row.round) for row in rows
    ]
    assert len({one.pk for one in held if one}) == len(rows)


def test_the_page_of_an_order_never_shows_the_handle_of_a_run(room: Reviewing) -> None:
    [row, *_] = approvable(room)
    shown = room.handle(row.order_id)
    preview_of(room, [row])
    assert room.handle(row.order_id) == shown


def test_confirming_decides_exactly_what_was_previewed(room: Reviewing) -> None:
    first, second, *_ = approvable(room)
    run = preview_of(room, [first, second])
    assert confirm_run(room, run)
    assert results_of(room, run) == [(Result.DECIDED, "")] * 2
    decided = Decision.objects.order_by("pk")
    assert [one.proposal_id for one in decided] == [first.pk, second.pk]
    assert {one.kind for one in decided} == {"approve"}
    assert len(told_of(room)) == 2
    with tenant_scope(room.shop.pk):
        approved = Proposal.objects.filter(review_status=ReviewStatus.APPROVED)
        assert set(approved.values_list("pk", flat=True)) == {first.pk, second.pk}


def test_what_is_approved_is_everything_but_the_other_alternatives(room: Reviewing) -> None:
    run = preview_of(room, approvable(room))
    confirm_run(room, run)
    kinds = [body["kinds"] for body in told_of(room)]
    assert kinds == [["draft_email", "propose_refund"], *[["draft_email", "propose_reship"]] * 4]


def test_without_a_preference_a_choice_is_nobody_s_to_guess(room: Reviewing) -> None:
    row = room.proposal(CHOICE)
    run = preview_of(room, [row], prefer=None)
    assert results_of(room, run) == [(Result.BARRED, "unresolved_choice")]
    assert [(way.kind, way.number) for way in page_of_run(room, run).ways] == [
        ("propose_refund", 1),
        ("propose_reship", 1),
    ]
    confirm_run(room, run)
    assert not Decision.objects.exists()
    assert results_of(room, run) == [(Result.BARRED, "unresolved_choice")]  # and not tried
    assert page_of_run(room, run).again == [row.pk]


def test_a_preference_that_is_not_among_the_alternatives_decides_no_choice(
    room: Reviewing,
) -> None:
    run = preview_of(room, [room.proposal(CHOICE)], prefer=ActionKind.PROPOSE_STORE_CREDIT)
    assert results_of(room, run) == [(Result.BARRED, "unresolved_choice")]


def test_an_edit_that_leaves_one_option_needs_no_preference(room: Reviewing) -> None:
    Deciding(room).edit(options={"remedy:s1": "propose_refund"}, amounts={REFUND: "40.00"})
    row = room.proposal(CHOICE)
    run = preview_of(room, [row], prefer=None, name="Noor", after=2 * MINUTE)
    confirm_run(room, run, name="Noor", after=3 * MINUTE)
    assert room.proposal(CHOICE).review_status == ReviewStatus.APPROVED


def test_an_escalation_is_rejected_with_others_and_never_approved(room: Reviewing) -> None:
    row = room.proposal(ESCALATED)
    assert results_of(room, preview_of(room, [row])) == [(Result.BARRED, "needs_person")]
    run = preview_of(room, [row], kind=BulkKind.REJECT)
    confirm_run(room, run, NO)
    assert results_of(room, run) == [(Result.DECIDED, "")]


@pytest.mark.slow
def test_ten_are_rejected_with_one_reason_of_the_shop() -> None:
    room = reviewing()
    waiting = list(Proposal.objects.filter(review_status=ReviewStatus.PENDING).order_by("pk")[:10])
    run = preview_of(room, waiting, kind=BulkKind.REJECT)
    confirm_run(room, run, Words(preset="The parcel has arrived", reason="Called them all"))
    decided = Decision.objects.all()
    assert {(one.kind, one.preset, one.note.text) for one in decided} == {
        ("reject", "The parcel has arrived", "Called them all")
    }
    assert len(decided) == len(told_of(room)) == len(waiting) == 10


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
    run = preview_of(room, approvable(room), kind=BulkKind.REJECT)
    with pytest.raises(refusal):
        confirm_run(room, run, words)
    assert not Decision.objects.exists()
    assert confirm_run(room, run, NO)


def test_above_the_cap_a_person_says_that_they_mean_the_sum() -> None:
    room = bulk_room(approval_above_cents={"USD": 60000, "EUR": 11899})
    rows = approvable(room)
    usd = [row for row in rows if row.currency == "USD"]
    assert not page_of_run(room, preview_of(room, usd)).above_cap
    run = preview_of(room, rows)
    page = page_of_run(room, run)
    assert page.above_cap
    # One of two currencies, with its own cap.
    assert page.caps == ["119.00 EUR together (cap for one order: 118.99 EUR)"]
    with pytest.raises(NotConfirmed):
        confirm_run(room, run, Words())
    assert not Decision.objects.exists()
    assert confirm_run(room, run, SURE)


def test_sending_the_confirmation_again_decides_nothing_and_shows_the_same(
    room: Reviewing,
) -> None:
    rows = [*approvable(room), room.proposal(ESCALATED)]
    run = preview_of(room, rows)
    assert confirm_run(room, run)
    before, decided = page_of_run(room, run), Decision.objects.count()
    assert not confirm_run(room, run, Words(reason="other words", sure=True), after=3 * MINUTE)
    assert page_of_run(room, run) == before
    assert Decision.objects.count() == decided == len(rows) - 1


def test_what_changed_after_the_preview_is_refused_and_the_rest_is_decided(
    room: Reviewing,
) -> None:
    second, first, *_ = approvable(room)
    run = preview_of(room, [first, second])
    room.change(first.order_id, state=OrderState.CANCELLED)
    confirm_run(room, run)
    assert results_of(room, run) == [(Result.REFUSED, "stale"), (Result.DECIDED, "")]
    [line] = page_of_run(room, run).undecided
    assert "Order state" in line.sentence
    assert line.newest == room.proposal(first.order_id).pk != first.pk
    assert first.pk not in page_of_run(room, run).again
