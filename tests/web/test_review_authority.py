"""Above the second cap nobody stands behind two of the edit, the first and the second approval."""

from datetime import timedelta

import pytest

from shopops.administration.members.changing import change_member, standing_of
from shopops.review import refusals
from shopops.review.config import ReviewConfig
from shopops.review.models import Delegation
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import find_token
from tests.support.deciding import ORDER, REFUND, Deciding
from tests.support.review_api import ReviewApi, api_of, token_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FOUR_EYES = (403, "four_eyes")
LESS = {"actions": [{"index": REFUND, "amount_minor": 6000}]}


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER,), second_cap_cents={"USD": 100})


def _approve(api: ReviewApi) -> tuple[int, object]:
    status, answer = api.decide(ORDER, "approve", actions=[REFUND])
    return status, answer.get("code", answer.get("final"))


def test_two_tokens_that_one_admin_granted_are_one_pair_of_eyes(room: Reviewing) -> None:
    """She may hold both, and would approve alone."""
    maya, leo = api_of(room), api_of(room, "Leo")
    assert _approve(maya) == (201, False)
    assert leo.item(ORDER)["cannot_decide_reason"]["code"] == "four_eyes"
    assert "rest on the same person" in leo.item(ORDER)["cannot_decide_reason"]["detail"]
    assert _approve(leo) == FOUR_EYES
    assert _approve(api_of(room, "Leo", granted_by="Abe")) == (201, True)


def test_who_edited_approves_by_no_token_that_they_granted(room: Reviewing) -> None:
    ada, maya = api_of(room, "Ada", Role.ADMIN, granted_by="Abe"), api_of(room)
    assert ada.decide(ORDER, "edit", edit=LESS)[0] == 201
    assert _approve(maya) == FOUR_EYES
    assert _approve(api_of(room, granted_by="Abi")) == (201, False)


def test_what_a_token_edited_its_granter_does_not_approve(room: Reviewing) -> None:
    assert api_of(room).decide(ORDER, "edit", edit=LESS)[0] == 201
    ada = api_of(room, "Ada", Role.ADMIN, granted_by="Abe")
    assert ada.item(ORDER)["cannot_decide_reason"]["code"] == "four_eyes"
    assert _approve(ada) == FOUR_EYES


def test_below_the_second_cap_one_person_may_be_all_of_them() -> None:
    room = reviewing_now((ORDER,))
    assert api_of(room).decide(ORDER, "edit", edit=LESS)[0] == 201
    assert _approve(api_of(room, "Ada", Role.ADMIN, granted_by="Abe")) == (201, True)


def test_who_is_no_admin_any_more_leaves_no_token_behind_that_acts_on_their_word() -> None:
    room = reviewing([])
    ada, abe = room.person("Ada", Role.ADMIN), room.person("Abe", Role.ADMIN)
    kept, gone = (token_of(room, granted_by=name) for name in ("Abe", "Ada"))
    ended = change_member(
        person=ada,
        to=standing_of(ada)._replace(role=Role.REVIEWER),
        seen=standing_of(ada),
        reason="agreed",
        author=abe,
        now=room.now,
    ).ended
    assert ended.tokens == 1
    assert [bool(find_token(one, now=room.now)) for one in (kept, gone)] == [True, False]


def test_two_people_do_not_approve_with_the_limit_of_one_third() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    room = deciding.room
    ada, _ = room.person("Ada", Role.ADMIN), room.person("Abe", Role.ADMIN)
    deciding.settings(ReviewConfig(limits={"reviewer": {"USD": 10000}}))
    with tenant_scope(room.shop.pk):
        for name in ("Maya", "Noor"):
            Delegation.objects.create(
                tenant=room.shop,
                giver=ada,
                receiver=room.person(name),
                currency="USD",
                most_minor=12900,
                starts_at=room.now,
                ends_at=room.now + timedelta(days=1),
                reason="holiday",
                created_by=ada,
            )
    deciding.approve(REFUND, name="Maya")
    with pytest.raises(refusals.FourEyes):
        deciding.approve(REFUND, name="Noor")
    assert deciding.approve(REFUND, name="Abe").final
