"""Who works on an order: taking it, giving it back, assigning it, and two who want it at once."""

from datetime import timedelta

import pytest

from shopops.ledger import EventKind
from shopops.review import refusals
from shopops.review.claiming import assign, claim, heartbeat, release
from shopops.review.claims import claim_of
from shopops.review.config import ReviewConfig
from shopops.review.models import Claim, Presence
from shopops.review.refusals import DecisionRefused
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.at_once import at_once
from tests.support.deciding import MINUTE, ORDER, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
LEASE = timedelta(minutes=15)  # of a shop that has set nothing
NOW = timedelta(0)


@pytest.fixture
def room() -> Reviewing:
    room = reviewing([ORDER])
    room.person("Ada", Role.ADMIN)
    return room


def _take(room: Reviewing, name: str, after: timedelta = NOW) -> Claim:
    return claim(
        tenant_id=room.shop.pk,
        proposal_id=room.proposal(ORDER).pk,
        person=room.person(name),
        now=room.now + after,
    )


def _release(room: Reviewing, name: str, after: timedelta = NOW) -> bool:
    return release(
        tenant_id=room.shop.pk,
        proposal_id=room.proposal(ORDER).pk,
        person=room.person(name),
        now=room.now + after,
    )


def _assign(room: Reviewing, by: str, to: Membership, after: timedelta = NOW) -> Claim:
    return assign(
        tenant_id=room.shop.pk,
        proposal_id=room.proposal(ORDER).pk,
        person=room.person(by),
        to=to.pk,
        now=room.now + after,
    )


def _beat(room: Reviewing, name: str, after: timedelta = NOW) -> None:
    heartbeat(
        tenant_id=room.shop.pk,
        proposal_id=room.proposal(ORDER).pk,
        person=room.person(name),
        now=room.now + after,
    )


def _claims(room: Reviewing) -> list[Claim]:
    with tenant_scope(room.shop.pk):
        return list(Claim.objects.select_related("holder"))


def _lookers(room: Reviewing) -> set[Membership]:
    with tenant_scope(room.shop.pk):
        return {one.person for one in Presence.objects.select_related("person")}


def _holder(room: Reviewing, after: timedelta = NOW) -> str:
    with tenant_scope(room.shop.pk):
        found = claim_of(room.shop.pk, ORDER, room.now + after)
        return found.holder.display_name if found else ""


def test_who_takes_an_order_has_it_for_the_shop_s_lease(room: Reviewing) -> None:
    Deciding(room).settings(ReviewConfig(claim_minutes=7))
    assert _take(room, "Maya").lease_until == room.now + timedelta(minutes=7)
    assert _holder(room, timedelta(minutes=6)) == "Maya"
    assert _holder(room, timedelta(minutes=7)) == ""


def test_an_order_that_somebody_has_is_not_taken_from_them(room: Reviewing) -> None:
    _take(room, "Maya")
    with pytest.raises(refusals.NotAssignee) as refused:
        _take(room, "Noor", MINUTE)
    assert refused.value.holder == "Maya"
    assert _holder(room, MINUTE) == "Maya"


def test_an_admin_does_not_take_it_unawares_either(room: Reviewing) -> None:
    _take(room, "Maya")
    with pytest.raises(refusals.NotAssignee):
        _take(room, "Ada", MINUTE)


def test_a_lease_that_is_over_is_taken_over(room: Reviewing) -> None:
    _take(room, "Maya")
    taken = _take(room, "Noor", LEASE)
    assert taken.lease_until == room.now + 2 * LEASE
    assert taken.claimed_at == room.now + LEASE
    assert _holder(room, LEASE) == "Noor"
    assert len(_claims(room)) == 1


def test_who_left_the_shop_holds_nothing(room: Reviewing) -> None:
    _take(room, "Maya")
    Membership.objects.filter(pk=room.person("Maya").pk).update(active=False)
    _take(room, "Noor", MINUTE)
    assert _holder(room, MINUTE) == "Noor"


def test_who_may_decide_no_longer_holds_nothing(room: Reviewing) -> None:
    _take(room, "Maya")
    Membership.objects.filter(pk=room.person("Maya").pk).update(role=Role.VIEWER)
    _take(room, "Noor", MINUTE)
    assert _holder(room, MINUTE) == "Noor"


def test_taking_one_s_own_begins_the_lease_anew(room: Reviewing) -> None:
    _take(room, "Maya")
    assert _take(room, "Maya", MINUTE).lease_until == room.now + MINUTE + LEASE


def test_a_heartbeat_keeps_the_lease_and_shows_who_looks(room: Reviewing) -> None:
    _take(room, "Maya")
    _beat(room, "Maya", LEASE - MINUTE)
    _beat(room, "Noor", MINUTE)
    assert _holder(room, LEASE) == "Maya"
    assert _lookers(room) == {room.person("Maya"), room.person("Noor")}


def test_a_heartbeat_takes_nothing_and_revives_nothing(room: Reviewing) -> None:
    _beat(room, "Noor")
    assert _holder(room) == ""
    _take(room, "Maya")
    _beat(room, "Noor", LEASE - MINUTE)
    _beat(room, "Maya", LEASE)
    assert _holder(room, LEASE) == ""


def test_somebody_who_may_only_read_is_seen_and_can_take_nothing(room: Reviewing) -> None:
    room.person("Vic", Role.VIEWER)
    _beat(room, "Vic")
    assert _lookers(room) == {room.person("Vic")}
    for act in (_take, _release):
        with pytest.raises(refusals.NotReviewer):
            act(room, "Vic")


def test_giving_it_back_frees_it_and_twice_changes_nothing(room: Reviewing) -> None:
    _take(room, "Maya")
    assert _release(room, "Maya")
    assert not _release(room, "Maya")
    assert _holder(room) == ""
    _take(room, "Noor")


def test_only_an_admin_gives_back_what_somebody_else_has(room: Reviewing) -> None:
    _take(room, "Maya")
    with pytest.raises(refusals.NotAssignee):
        _release(room, "Noor")
    assert _release(room, "Ada")
    assert _holder(room) == ""


def test_an_admin_assigns_it_without_an_end_and_reassigns_it(room: Reviewing) -> None:
    _take(room, "Maya")
    given = _assign(room, "Ada", room.person("Noor"))
    assert given.lease_until is None
    assert given.assigned_by == room.person("Ada")
    assert _holder(room, timedelta(days=30)) == "Noor"
    _assign(room, "Ada", room.person("Maya"), MINUTE)
    assert _holder(room, MINUTE) == "Maya"


def test_taking_what_one_is_assigned_puts_no_end_to_it(room: Reviewing) -> None:
    _assign(room, "Ada", room.person("Noor"))
    assert _take(room, "Noor", MINUTE).lease_until is None


def test_only_an_admin_assigns(room: Reviewing) -> None:
    with pytest.raises(refusals.MayNotAssign):
        _assign(room, "Maya", room.person("Maya"))
    assert _holder(room) == ""


def test_nobody_is_assigned_who_cannot_decide_here(room: Reviewing) -> None:
    stranger = reviewing([ORDER], slug="store_other").person("Olga")
    left = room.person("Lea")
    Membership.objects.filter(pk=left.pk).update(active=False)
    for somebody in (stranger, left, room.person("Vic", Role.VIEWER)):
        with pytest.raises(refusals.UnknownAssignee):
            _assign(room, "Ada", somebody)
    assert _holder(room) == ""


def test_an_order_of_another_shop_looks_like_none(room: Reviewing) -> None:
    other = reviewing([ORDER], slug="store_other")
    _take(room, "Maya")
    for proposal_id in (room.proposal(ORDER).pk, 10**9):
        for command in (claim, release, heartbeat):
            with pytest.raises(refusals.NoSuchOrder):
                command(
                    tenant_id=other.shop.pk,
                    proposal_id=proposal_id,
                    person=other.person("Olga"),
                    now=room.now,
                )
    assert _holder(room) == "Maya"


def test_what_is_decided_is_not_taken_or_assigned(room: Reviewing) -> None:
    Deciding(room).approve()
    with pytest.raises(refusals.NotWaiting):
        _take(room, "Noor", MINUTE)
    with pytest.raises(refusals.NotWaiting):
        _assign(room, "Ada", room.person("Noor"), MINUTE)


def test_who_has_it_decides_and_the_others_only_afterwards(room: Reviewing) -> None:
    _take(room, "Maya")
    with pytest.raises(refusals.NotAssignee):
        Deciding(room).reject(name="Noor")
    _release(room, "Maya", MINUTE)
    assert Deciding(room).reject(name="Noor", after=2 * MINUTE).final


def test_nothing_of_it_is_on_the_ledger(room: Reviewing) -> None:
    _take(room, "Maya")
    _assign(room, "Ada", room.person("Noor"))
    _release(room, "Noor")
    with tenant_scope(room.shop.pk):
        assert bodies_of_kind(room.shop.pk, EventKind.DECISION) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("before", ["nobody", "over", "given back"])
def test_of_eight_who_want_it_at_once_one_has_it(before: str) -> None:
    room = reviewing([ORDER])
    names = [f"P{number}" for number in range(8)]
    for name in names:
        room.person(name)
    if before != "nobody":
        _take(room, "Maya")
    if before == "given back":
        _release(room, "Maya")
    outcomes = at_once(*(lambda name=name: _take(room, name, LEASE) for name in names))
    winners = [one for one in outcomes if isinstance(one, Claim)]
    assert len(winners) == 1
    assert [one.holder_id for one in _claims(room)] == [winners[0].holder_id]
    refused = [one for one in outcomes if isinstance(one, refusals.NotAssignee)]
    assert {one.holder for one in refused} == {winners[0].holder.display_name}
    assert len(refused) == 7


@pytest.mark.django_db(transaction=True)
def test_giving_back_and_taking_at_once_leaves_it_with_one_or_with_nobody() -> None:
    room = reviewing([ORDER])
    room.person("Noor")
    _take(room, "Maya")
    outcomes = at_once(lambda: _release(room, "Maya"), lambda: _take(room, "Noor", MINUTE))
    noor_has_it = not isinstance(outcomes[1], DecisionRefused)
    assert outcomes[0] is True
    assert _holder(room, MINUTE) == ("Noor" if noor_has_it else "")


@pytest.mark.django_db(transaction=True)
def test_a_claim_and_a_decision_at_once_leave_one_decision_or_one_refusal() -> None:
    room = reviewing([ORDER])
    deciding = Deciding(room)
    handle = room.handle(ORDER, "Noor")
    room.person("Maya")
    outcomes = at_once(
        lambda: _take(room, "Maya", MINUTE), lambda: deciding.reject(name="Noor", handle=handle)
    )
    refused = [one for one in outcomes if isinstance(one, DecisionRefused)]
    assert all(isinstance(one, refusals.NotAssignee | refusals.NotWaiting) for one in refused)
    assert len(refused) <= 1
