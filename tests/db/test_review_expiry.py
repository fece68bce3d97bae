"""What nobody decides in time expires, and can be proposed again."""

from datetime import timedelta

import pytest
from django.db import connection

from shopops.agents.records import OrderState
from shopops.ledger import EventKind
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.review import refusals
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.models import Decision, DecisionKind
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, ORDER, RESHIP, Deciding, statuses
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import reviewing

pytestmark = pytest.mark.django_db
LIMIT = timedelta(hours=336)


@pytest.fixture
def deciding() -> Deciding:
    return Deciding(reviewing([ORDER, "O-1004"]))


def _expire(deciding: Deciding, after: timedelta = LIMIT) -> int:
    return expire_due(tenant_id=deciding.room.shop.pk, now=deciding.at(after))


def test_it_expires_at_the_limit_and_not_a_second_before(deciding: Deciding) -> None:
    assert _expire(deciding, LIMIT - timedelta(seconds=1)) == 0
    assert _expire(deciding) == 2
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.EXPIRED
    assert _expire(deciding) == 0


def test_the_system_says_so_on_the_ledger_and_nobody_rejected(deciding: Deciding) -> None:
    _expire(deciding)
    told = [body for body in deciding.told() if body["order"] == ORDER]
    assert [(one["decision"], one["after_hours"]) for one in told] == [("expired", 336)]
    assert "reviewer" not in told[0]
    assert _actors(deciding.room.shop.pk, "expired") == {"system"}
    assert not Decision.objects.exists()
    proposal = deciding.room.proposal(ORDER)
    assert (proposal.decided_by, proposal.decided_at) == (None, None)


def _actors(tenant_id: int, decision: str) -> set[str]:
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute(
            "SELECT actor_type FROM ledger_event WHERE body::jsonb ->> 'decision' = %s", [decision]
        )
        return {actor for (actor,) in cursor.fetchall()}


def test_what_is_decided_does_not_expire_and_what_was_asked_does(deciding: Deciding) -> None:
    deciding.respond()
    Deciding(deciding.room, "O-1004").approve(0)
    assert _expire(deciding) == 1
    assert deciding.room.proposal("O-1004").review_status == ReviewStatus.APPROVED
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.EXPIRED


def test_the_shop_s_own_limit_counts(deciding: Deciding) -> None:
    deciding.settings(ReviewConfig(due_hours=1, expire_hours=2))
    assert _expire(deciding, timedelta(hours=2)) == 2


def test_a_new_revision_has_its_own_time(deciding: Deciding) -> None:
    deciding.room.now += timedelta(hours=300)
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    deciding.room.resolve(ORDER)
    deciding.room.now -= timedelta(hours=300)
    assert _expire(deciding) == 1
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.PENDING


def test_a_decision_taken_back_late_is_not_lost_at_once(deciding: Deciding) -> None:
    limit = timedelta(hours=2)
    deciding.settings(ReviewConfig(due_hours=1, expire_hours=2))
    deciding.approve(RESHIP, after=limit - MINUTE)
    deciding.undo(after=limit + MINUTE)
    assert _expire(deciding, limit + 2 * MINUTE) == 1  # the other order
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.PENDING
    assert _expire(deciding, 2 * limit + MINUTE) == 1


def test_other_shops_are_left_alone(deciding: Deciding) -> None:
    other = Deciding(reviewing([ORDER], slug="store_other"))
    _expire(deciding)
    assert other.room.proposal(ORDER).review_status == ReviewStatus.PENDING


def test_what_expired_is_not_decided(deciding: Deciding) -> None:
    handle = deciding.room.handle(ORDER, now=deciding.at(LIMIT))
    _expire(deciding)
    with pytest.raises(refusals.Lapsed):
        deciding.approve(RESHIP, handle=handle, after=LIMIT)


def test_proposed_again_it_waits_anew_on_the_evidence_of_now(deciding: Deciding) -> None:
    _expire(deciding, LIMIT)
    again = deciding.renew(after=LIMIT + MINUTE)
    old, new = deciding.revisions()
    assert statuses([old, new]) == [ReviewStatus.EXPIRED, ReviewStatus.PENDING]
    assert (old.superseded_by_id, new.pk) == (new.pk, again.proposal_id)
    assert new.waiting_since == deciding.at(LIMIT + MINUTE)
    assert new.edit_of_id is None
    assert Decision.objects.get().kind == DecisionKind.PROPOSE_AGAIN


def test_on_unchanged_evidence_it_is_the_same_pack_and_digest() -> None:
    deciding = Deciding(reviewing([ORDER]))
    deciding.settings(ReviewConfig(due_hours=1, expire_hours=2))
    _expire(deciding, timedelta(hours=2))
    deciding.renew(after=timedelta(hours=2))
    old, new = deciding.revisions()
    assert (old.pack_id, bytes(old.digest)) == (new.pack_id, bytes(new.digest))
    assert deciding.approve(RESHIP, after=timedelta(hours=2)).final
    with tenant_scope(deciding.room.shop.pk):
        revisions = [
            body["revision"] for body in bodies_of_kind(deciding.room.shop.pk, EventKind.PROPOSAL)
        ]
    assert revisions == [1, 2]


def test_the_pipeline_leaves_it_expired_until_something_changes() -> None:
    deciding = Deciding(reviewing([ORDER]))
    deciding.settings(ReviewConfig(due_hours=1, expire_hours=2))
    _expire(deciding, timedelta(hours=2))
    deciding.room.resolve(ORDER)
    assert statuses(deciding.revisions()) == [ReviewStatus.EXPIRED]
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    deciding.room.resolve(ORDER)
    assert statuses(deciding.revisions()) == [ReviewStatus.EXPIRED, ReviewStatus.PENDING]


def test_proposing_again_twice_makes_one_revision(deciding: Deciding) -> None:
    _expire(deciding)
    handle = deciding.room.handle(ORDER, now=deciding.at(LIMIT))
    noors = deciding.room.handle(ORDER, "Noor", now=deciding.at(LIMIT))
    new = deciding.renew(handle=handle, after=LIMIT)
    for name, taken in (("Maya", handle), ("Noor", noors)):
        with pytest.raises(refusals.Stale) as refused:
            deciding.renew(name=name, handle=taken, after=LIMIT)
        assert refused.value.replaced_by == new.proposal_id
    assert Proposal.objects.filter(order_id=ORDER).count() == 2
    assert not Action.objects.filter(approved=True).exists()


def test_what_waits_is_not_proposed_again(deciding: Deciding) -> None:
    with pytest.raises(refusals.NotExpired):
        deciding.renew()
