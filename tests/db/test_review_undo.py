"""Taking a decision back: who, how long, and what it leaves."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from shopops.agents.records import OrderState
from shopops.alarms.models import AlarmItem
from shopops.alarms.states import OPEN
from shopops.proposals.models import Action, ExecutionStatus, Proposal, ReviewStatus
from shopops.review import refusals
from shopops.review.config import ReviewConfig
from shopops.review.models import Decision, DecisionHandle, DecisionKind
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, MINUTE, ORDER, REFUND, RESHIP, Deciding
from tests.support.reviewing import reviewing

pytestmark = pytest.mark.django_db
TEN_MINUTES = timedelta(minutes=10)


@pytest.fixture
def deciding() -> Deciding:
    return Deciding(reviewing([ORDER, ESCALATED]))


def _held(deciding: Deciding) -> list[tuple[bool, str]]:
    actions = Action.objects.of(deciding.room.shop.pk).filter(proposal__order_id=deciding.order)
    return list(actions.values_list("approved", "execution_status"))


def _open_items(deciding: Deciding) -> int:
    items = AlarmItem.objects.of(deciding.room.shop.pk)
    return items.filter(order_id=deciding.order, status__in=OPEN).count()


def test_an_approval_taken_back_waits_again_where_it_waited(deciding: Deciding) -> None:
    before = deciding.room.proposal(ORDER)
    deciding.approve(REFUND)
    undone = deciding.undo()
    after = deciding.room.proposal(ORDER)
    assert (undone.kind, undone.waits) == (DecisionKind.APPROVE, True)
    assert (after.review_status, after.round) == (ReviewStatus.PENDING, 2)
    assert (after.decided_by, after.decided_at) == (None, None)
    assert after.waiting_since == before.waiting_since
    assert _held(deciding) == [(False, ExecutionStatus.NONE)] * 3


def test_a_rejection_and_a_handled_order_are_taken_back_too(deciding: Deciding) -> None:
    deciding.reject()
    assert deciding.undo().kind is DecisionKind.REJECT
    other = Deciding(deciding.room, ESCALATED)
    other.handled()
    assert other.undo().kind is DecisionKind.HANDLED_OUTSIDE
    for order in (ORDER, ESCALATED):
        assert deciding.room.proposal(order).review_status == ReviewStatus.PENDING


def test_the_alarm_that_the_decision_settled_is_open_again(deciding: Deciding) -> None:
    assert _open_items(deciding) == 1
    deciding.approve()
    assert _open_items(deciding) == 0
    deciding.undo()
    assert _open_items(deciding) == 1


def test_the_ledger_names_the_decision_that_was_taken_back(deciding: Deciding) -> None:
    deciding.approve(RESHIP)
    deciding.undo(reason="the wrong order")
    first, second = deciding.told()
    assert (second["decision"], second["final"], second["approved"]) == ("undo", False, [])
    assert second["undoes"]
    assert "the wrong order" not in str(second)
    assert second["reason_sha256"] is not None
    assert first["proposal"] == second["proposal"]


def test_after_an_undo_the_order_is_decided_anew_and_undone_anew(deciding: Deciding) -> None:
    deciding.approve(RESHIP)
    deciding.undo()
    deciding.reject()
    deciding.undo()
    deciding.approve(REFUND)
    proposal = deciding.room.proposal(ORDER)
    assert (proposal.review_status, proposal.round) == (ReviewStatus.APPROVED, 3)
    rounds = list(Decision.objects.values_list("kind", "round", "final"))
    assert rounds == [
        ("approve", 1, True),
        ("undo", 1, False),
        ("reject", 2, True),
        ("undo", 2, False),
        ("approve", 3, True),
    ]


def test_a_colleague_does_not_take_it_back_and_an_admin_does(deciding: Deciding) -> None:
    deciding.approve()
    with pytest.raises(refusals.NotDecider):
        deciding.undo(name="Noor")
    deciding.room.person("Ada", Role.ADMIN)
    assert deciding.undo(name="Ada").waits


def test_the_time_ends_to_the_second(deciding: Deciding) -> None:
    deciding.approve(after=MINUTE)
    with pytest.raises(refusals.UndoOver):
        deciding.undo(after=MINUTE + TEN_MINUTES)
    assert deciding.undo(after=MINUTE + TEN_MINUTES - timedelta(seconds=1)).waits


def test_a_clock_that_went_back_does_not_refuse(deciding: Deciding) -> None:
    deciding.approve(after=MINUTE)
    assert deciding.undo(after=timedelta(0)).waits


def test_the_time_is_the_one_that_was_promised_when_it_was_decided(deciding: Deciding) -> None:
    deciding.approve()
    deciding.settings(ReviewConfig(undo_minutes=0))
    assert deciding.undo().waits
    deciding.approve()
    with pytest.raises(refusals.UndoOver):
        deciding.undo()


def test_what_waits_has_nothing_to_take_back(deciding: Deciding) -> None:
    with pytest.raises(refusals.NotDecided):
        deciding.undo()


def test_sent_twice_it_is_taken_back_once(deciding: Deciding) -> None:
    deciding.approve()
    handle = deciding.room.handle(ORDER)
    deciding.undo(handle=handle)
    with pytest.raises(refusals.NotDecided):
        deciding.undo(handle=handle)
    deciding.approve()
    with pytest.raises(refusals.Stale):
        deciding.undo(handle=handle)
    assert len(deciding.told()) == 3


def test_a_form_of_the_round_before_decides_nothing(deciding: Deciding) -> None:
    noors = deciding.room.handle(ORDER, "Noor")
    deciding.approve(RESHIP)
    deciding.undo()
    with pytest.raises(refusals.Stale) as refused:
        deciding.approve(RESHIP, name="Noor", handle=noors)
    assert refused.value.replaced_by == deciding.room.proposal(ORDER).pk


def test_approvals_of_the_round_before_count_for_nothing() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.approve(REFUND, name="Maya")
    assert deciding.approve(REFUND, name="Noor").final
    deciding.undo(name="Noor")
    assert not deciding.approve(REFUND, name="Noor").final
    assert deciding.approve(REFUND, name="Maya").final


def test_a_step_that_has_begun_is_not_taken_back(deciding: Deciding) -> None:
    deciding.approve(RESHIP)
    running = ExecutionStatus.RUNNING
    Action.objects.filter(approved=True).update(execution_status=running)
    with pytest.raises(refusals.ExecutionBegan):
        deciding.undo()
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.APPROVED
    assert (True, running) in _held(deciding)


def test_of_a_superseded_decision_the_steps_are_let_go_and_nothing_waits_twice(
    deciding: Deciding,
) -> None:
    deciding.approve(REFUND)
    old = deciding.room.proposal(ORDER)
    handle = deciding.room.handle(ORDER)
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    deciding.room.resolve(ORDER)
    assert not deciding.undo(handle=handle).waits
    old.refresh_from_db()
    assert old.review_status == ReviewStatus.STALE
    assert not Action.objects.filter(approved=True).exists()


def test_another_shop_s_handle_takes_nothing_back(deciding: Deciding) -> None:
    other = Deciding(reviewing([ORDER], slug="store_other"))
    other.approve()
    with pytest.raises(refusals.HandleUnknown):
        deciding.undo(handle=other.room.handle(ORDER))


@pytest.mark.parametrize(
    "change",
    [
        {"review_status": "pending", "round": 2, "decided_by": None, "decided_at": None},
        {"review_status": "pending", "round": 1, "decided_by": None, "decided_at": None},
        {"review_status": "pending", "round": 2},
        {"review_status": "rejected"},
        {"round": 2},
    ],
)
def test_the_database_lets_nobody_reopen_what_no_undo_on_record_takes_back(
    deciding: Deciding, change: dict[str, object]
) -> None:
    deciding.approve()
    with pytest.raises(DatabaseError), tenant_scope(deciding.room.shop.pk):
        Proposal.objects.filter(order_id=ORDER).update(**change)


def test_the_database_keeps_no_approved_step_of_what_is_taken_back(deciding: Deciding) -> None:
    deciding.approve()
    deciding.room.handle(ORDER)
    with pytest.raises(DatabaseError, match="one of its actions is not"):
        _forge_an_undo(deciding)


def _forge_an_undo(deciding: Deciding) -> None:
    """The proposal is taken back, with a record of it, and its actions are forgotten."""
    with tenant_scope(deciding.room.shop.pk):
        Proposal.objects.filter(order_id=ORDER).update(
            review_status="pending", round=2, decided_by=None, decided_at=None
        )
        last = Decision.objects.get()
        Decision.objects.create(
            tenant_id=last.tenant_id,
            proposal=last.proposal,
            membership=deciding.room.person(),
            handle=DecisionHandle.objects.get(used_at=None),
            kind="undo",
            final=False,
            undoes=last,
            thresholds_version=1,
        )


def test_nobody_undoes_one_decision_twice_or_another_round_s(deciding: Deciding) -> None:
    deciding.approve()
    deciding.undo()
    undone = Decision.objects.get(kind="undo")
    deciding.room.handle(ORDER)
    for changed in ({"round": 1}, {"round": 2}):
        twin = Decision(
            **{
                name: getattr(undone, name)
                for name in ("tenant_id", "proposal_id", "membership_id", "kind", "undoes_id")
            },
            final=False,
            handle=DecisionHandle.objects.get(used_at=None),
            thresholds_version=1,
            **changed,
        )
        with pytest.raises(DatabaseError), transaction.atomic():
            twin.save()
