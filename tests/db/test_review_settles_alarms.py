"""Deciding ends what the order rang for, in the same transaction."""

from datetime import timedelta

import pytest

from shopops.alarms.asked import Asker, Skill
from shopops.alarms.models import AlarmItem
from shopops.alarms.settle import settle_order
from shopops.ledger import EventKind
from shopops.proposals.models import ReviewStatus
from shopops.review import decisions
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.refusals import NotReviewer, Stale
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.deciding import REFUND, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pipeline import NOON, hire, import_fakes, newest, open_shop, resolve_stored
from tests.support.reviewing import reviewing

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    shop = open_shop()
    import_fakes(shop)
    resolve_stored(shop)
    return shop


def open_items(shop: Tenant) -> list[str]:
    with tenant_scope(shop.pk):
        items = AlarmItem.objects.of(shop.pk).filter(order_id="O-1001")
        return sorted(
            items.exclude(status__in=("none", "resolved")).values_list("status", flat=True)
        )


def decide_o_1001(shop: Tenant, maya: Membership, *, approve: bool) -> None:
    proposal = newest(shop, "O-1001")
    with tenant_scope(shop.pk):
        handle = decisions.mint_handle(proposal=proposal, reviewer=maya, now=proposal.created_at)
    at = proposal.created_at
    if approve:
        decisions.approve(
            tenant_id=shop.pk, handle=handle, reviewer=maya, action_indexes=[0], now=at
        )
    else:
        decisions.reject(
            tenant_id=shop.pk, handle=handle, reviewer=maya, reason="Not needed", now=at
        )


@pytest.mark.parametrize("approve", [True, False])
def test_a_final_decision_withdraws_what_nobody_was_told_yet(shop: Tenant, approve: bool) -> None:
    maya = hire(shop)
    assert open_items(shop) == ["due_new"]
    decide_o_1001(shop, maya, approve=approve)
    assert open_items(shop) == []
    with tenant_scope(shop.pk):
        [withdrawn] = bodies_of_kind(shop.pk, EventKind.WITHDRAWN)
    assert withdrawn["decision"] == ("approve" if approve else "reject")


def test_a_refused_decision_ends_nothing(shop: Tenant) -> None:
    viewer = hire(shop, "Vera", Role.VIEWER)
    with pytest.raises(NotReviewer):
        decide_o_1001(shop, viewer, approve=False)
    assert open_items(shop) == ["due_new"]


def test_the_first_of_two_approvals_ends_nothing_and_the_second_does() -> None:
    room = reviewing(["O-1001"], second_cap_cents={"USD": 12899})
    for name, left in (("Maya", ["due_new"]), ("Per", [])):
        decisions.approve(
            tenant_id=room.shop.pk,
            handle=room.handle("O-1001", name),
            reviewer=room.person(name),
            action_indexes=[2],  # the refund
            now=room.now,
        )
        assert open_items(room.shop) == left


def test_a_decision_that_turns_out_stale_ends_nothing_and_what_is_proposed_anew_still_rings() -> (
    None
):
    room = reviewing(["O-1001"])
    handle = room.handle("O-1001")
    room.change("O-1001", number="1001-B")
    with pytest.raises(Stale):
        decisions.reject(
            tenant_id=room.shop.pk,
            handle=handle,
            reviewer=room.person(),
            reason="Not needed",
            now=room.now,
        )
    assert open_items(room.shop) == ["due_new"]
    room.resolve("O-1001")
    assert room.proposal("O-1001").revision == 2
    assert open_items(room.shop) == ["due_new"]


def test_a_proposal_on_changed_evidence_opens_again_what_a_decision_ended(clock: Clock) -> None:
    clock.set(NOON)
    room = reviewing(["O-1001"])
    decide_o_1001(room.shop, room.person(), approve=False)
    assert open_items(room.shop) == []
    room.now = clock.move(minutes=5)
    room.resolve("O-1001")
    assert open_items(room.shop) == []
    room.change("O-1001", number="1001-B")
    room.resolve("O-1001")
    assert open_items(room.shop) == ["due_new"]
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    assert item.episode == 2


def test_a_question_and_an_edit_that_waits_end_nothing() -> None:
    room = reviewing(["O-1001"])
    deciding = Deciding(room)
    deciding.edit(amounts={REFUND: "60.00"})
    assert room.proposal("O-1001").review_status == ReviewStatus.PENDING
    assert open_items(room.shop) == ["due_new"]
    deciding.respond()
    assert room.proposal("O-1001").review_status == ReviewStatus.CHANGES_REQUESTED
    assert open_items(room.shop) == ["due_new"]
    with tenant_scope(room.shop.pk):
        assert bodies_of_kind(room.shop.pk, EventKind.WITHDRAWN) == []


def test_what_expires_undecided_goes_on_ringing(clock: Clock) -> None:
    clock.set(NOON)
    room = reviewing(["O-1001"])
    later = clock.move(days=20)
    assert expire_due(tenant_id=room.shop.pk, now=later) == 1
    assert room.proposal("O-1001").review_status == ReviewStatus.EXPIRED
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    assert (item.status, item.send_at) == ("due_new", NOON + timedelta(minutes=120))
    room.now = later
    room.resolve("O-1001")
    assert open_items(room.shop) == ["due_new"]


def test_what_is_proposed_again_rings_though_its_alarm_had_been_resolved(clock: Clock) -> None:
    """On the same evidence as before: somebody asked anew, so it is news."""
    clock.set(NOON)
    room = reviewing(["O-1001"])
    deciding = Deciding(room)
    deciding.settings(ReviewConfig(due_hours=1, expire_hours=2))
    later = clock.move(hours=2)
    assert expire_due(tenant_id=room.shop.pk, now=later) == 1
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    with tenant_scope(room.shop.pk):
        settle_order(
            tenant_id=room.shop.pk,
            order_id="O-1001",
            asker=Asker(skill=Skill.BROWSER),
            evidence=bytes(item.noted_evidence or b""),
        )
    assert open_items(room.shop) == []
    clock.move(minutes=1)
    deciding.renew(after=timedelta(hours=2, minutes=1))
    old, new = deciding.revisions()
    assert old.pack_id == new.pack_id
    assert open_items(room.shop) == ["due_new"]
