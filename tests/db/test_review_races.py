"""Two people at once: real connections, released by a barrier. One decision comes of it."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from shopops.ledger import EventKind
from shopops.proposals.models import Action, ReviewStatus
from shopops.review.decisions import approve, reject
from shopops.review.models import Decision
from shopops.review.refusals import AlreadyDecided, DecisionRefused, HandleUsed, Stale
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db(transaction=True)
ORDER = "O-1001"
RESHIP, REFUND = 1, 2
Task = Callable[[], object]


def _at_once(*tasks: Task) -> list[object]:
    """What each task returned or was refused with, in the order given."""
    barrier = threading.Barrier(len(tasks))
    outcomes: list[object] = [None] * len(tasks)

    def run(place: int, task: Task) -> None:
        try:
            barrier.wait(10)
            outcomes[place] = task()
        except DecisionRefused as refusal:
            outcomes[place] = refusal
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


def _approving(room: Reviewing, name: str, index: int, handle: str = "") -> Task:
    person, taken = room.person(name), handle or room.handle(ORDER, name)
    return lambda: approve(
        tenant_id=room.shop.pk,
        handle=taken,
        reviewer=person,
        action_indexes=[index],
        now=room.now,
    )


def _rejecting(room: Reviewing, name: str) -> Task:
    person, handle = room.person(name), room.handle(ORDER, name)
    return lambda: reject(
        tenant_id=room.shop.pk, handle=handle, reviewer=person, reason="no", now=room.now
    )


def _ledger(room: Reviewing) -> list[dict[str, object]]:
    with tenant_scope(room.shop.pk):
        return bodies_of_kind(room.shop.pk, EventKind.DECISION)


def test_of_two_approvals_one_counts() -> None:
    room = reviewing([ORDER])
    outcomes = _at_once(_approving(room, "Maya", RESHIP), _approving(room, "Noor", REFUND))
    assert [isinstance(one, AlreadyDecided) for one in outcomes].count(True) == 1
    assert Decision.objects.count() == len(_ledger(room)) == 1
    assert Action.objects.filter(approved=True).count() == 1


def test_approve_and_reject_do_not_both_win() -> None:
    room = reviewing([ORDER])
    outcomes = _at_once(_approving(room, "Maya", RESHIP), _rejecting(room, "Noor"))
    [loser] = [one for one in outcomes if isinstance(one, AlreadyDecided)]
    winner = room.proposal(ORDER).decided_by
    assert winner is not None
    assert loser.by == winner.display_name
    assert Decision.objects.count() == len(_ledger(room)) == 1


def test_one_form_sent_eight_times_at_once_decides_once() -> None:
    room = reviewing([ORDER])
    handle = room.handle(ORDER)
    outcomes = _at_once(*[_approving(room, "Maya", RESHIP, handle)] * 8)
    refused = [one for one in outcomes if isinstance(one, AlreadyDecided | HandleUsed)]
    assert len(refused) == 7
    assert Decision.objects.count() == len(_ledger(room)) == 1


def test_two_first_approvals_at_once_make_the_two_that_are_needed() -> None:
    room = reviewing([ORDER], second_cap_cents={"USD": 100})
    _at_once(_approving(room, "Maya", REFUND), _approving(room, "Noor", REFUND))
    assert room.proposal(ORDER).review_status == ReviewStatus.APPROVED
    assert sorted(Decision.objects.values_list("final", flat=True)) == [False, True]


def test_a_decision_and_a_new_revision_do_not_both_win() -> None:
    room = reviewing([ORDER])
    approving = _approving(room, "Maya", RESHIP)
    room.change(ORDER, state=type(room.oms.orders[ORDER].state).CANCELLED)
    outcomes = _at_once(approving, lambda: room.resolve(ORDER))
    assert isinstance(outcomes[0], Stale)
    assert not Decision.objects.exists()
    assert room.proposal(ORDER).revision == 2
