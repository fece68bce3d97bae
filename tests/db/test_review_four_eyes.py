"""Above the second cap two different people approve the same."""

import pytest

from shopops.ledger import EventKind
from shopops.proposals.models import Action, ReviewStatus
from shopops.review import refusals
from shopops.review.decisions import Decided, approve, reject
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
ORDER = "O-1001"  # 129.00 USD
MAIL, RESHIP, REFUND = 0, 1, 2


@pytest.fixture
def room() -> Reviewing:
    return reviewing([ORDER], second_cap_cents={"USD": 12899})


def _approve(room: Reviewing, *indexes: int, name: str) -> Decided:
    return approve(
        tenant_id=room.shop.pk,
        handle=room.handle(ORDER, name),
        reviewer=room.person(name),
        action_indexes=indexes,
        now=room.now,
    )


def test_the_first_approval_leaves_it_waiting(room: Reviewing) -> None:
    assert not _approve(room, REFUND, name="Maya").final
    proposal = room.proposal(ORDER)
    assert (proposal.review_status, proposal.decided_by) == (ReviewStatus.PENDING, None)
    assert not Action.objects.filter(approved=True).exists()


def test_the_second_person_s_approval_decides(room: Reviewing) -> None:
    _approve(room, MAIL, REFUND, name="Maya")
    assert _approve(room, MAIL, REFUND, name="Noor").final
    proposal = room.proposal(ORDER)
    assert proposal.review_status == ReviewStatus.APPROVED
    assert proposal.decided_by == room.person("Noor")
    with tenant_scope(room.shop.pk):
        bodies = bodies_of_kind(room.shop.pk, EventKind.DECISION)
    told = [(body["final"], body["approvals_given"], body["approvals_needed"]) for body in bodies]
    assert told == [(False, 1, 2), (True, 2, 2)]


def test_the_same_person_is_not_two(room: Reviewing) -> None:
    _approve(room, REFUND, name="Maya")
    with pytest.raises(refusals.FourEyes):
        _approve(room, REFUND, name="Maya")
    assert Decision.objects.count() == 1


def test_sending_the_first_approval_again_counts_once(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    first = {"tenant_id": room.shop.pk, "handle": handle, "reviewer": room.person()}
    approve(**first, action_indexes=[REFUND], now=room.now)  # type: ignore[arg-type]
    with pytest.raises(refusals.HandleUsed):
        approve(**first, action_indexes=[REFUND], now=room.now)  # type: ignore[arg-type]
    assert Decision.objects.count() == 1


def test_the_second_person_approves_what_the_first_did(room: Reviewing) -> None:
    _approve(room, REFUND, name="Maya")
    with pytest.raises(refusals.ChoiceDiffers):
        _approve(room, RESHIP, name="Noor")


@pytest.mark.parametrize("name", ["Maya", "Noor"])
def test_after_the_first_approval_anybody_may_still_reject(room: Reviewing, name: str) -> None:
    _approve(room, REFUND, name="Maya")
    reject(
        tenant_id=room.shop.pk,
        handle=room.handle(ORDER, name),
        reviewer=room.person(name),
        reason="Customer has it",
        now=room.now,
    )
    assert room.proposal(ORDER).review_status == ReviewStatus.REJECTED


def test_at_the_second_cap_one_person_is_enough() -> None:
    room = reviewing([ORDER], second_cap_cents={"USD": 12900})
    assert _approve(room, REFUND, name="Maya").final
