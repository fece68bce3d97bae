"""A limit that was set for one person, beside the one of the role: the lower one binds."""

from datetime import timedelta

import pytest

from shopops.administration.members.limiting import change_own_limits
from shopops.administration.members.refusals import LimitsMoved, NeededHere
from shopops.administration.reviewing.settings import change_review
from shopops.ledger import EventKind
from shopops.review import refusals, settings
from shopops.review.config import ReviewConfig
from shopops.review.delegating import DelegationRefused, lend
from shopops.review.models import Delegation, ReviewConfigVersion
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ORDER, REFUND, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import text_of
from tests.support.review_api import api_of
from tests.support.reviewing import reviewing, reviewing_now

pytestmark = pytest.mark.django_db
PAID = 12900  # of the order, in USD


@pytest.fixture
def deciding() -> Deciding:
    """Maya decides as reviewer, Ada as admin; nobody has a limit yet."""
    deciding = Deciding(reviewing([ORDER]))
    deciding.room.person("Ada", Role.ADMIN)
    deciding.room.person("Maya")
    return deciding


def limit(
    deciding: Deciding, minor: int | None, *, name: str = "Maya", seen: int | None = None
) -> ReviewConfigVersion:
    room = deciding.room
    return change_own_limits(
        person=room.person(name),
        limits={} if minor is None else {"USD": minor},
        seen={} if seen is None else {"USD": seen},
        reason="new here",
        author=room.person("Ada"),
        now=room.now,
    )


@pytest.mark.parametrize(
    ("role", "own", "says"),
    [
        (10000, 5000, "up to 50.00 USD for one order. That is the limit that was set for you."),
        (5000, 10000, "up to 50.00 USD for one order. That is the limit of the role Reviewer."),
        (None, 5000, "up to 50.00 USD for one order. That is the limit that was set for you."),
        (10000, None, "up to 100.00 USD for one order. That is the limit of the role Reviewer."),
        (10000, 0, "may approve no amounts in USD. That is the limit that was set for you."),
    ],
)
def test_the_lower_one_binds_and_the_refusal_names_it(
    deciding: Deciding, role: int | None, own: int | None, says: str
) -> None:
    if role is not None:
        deciding.settings(ReviewConfig(limits={"reviewer": {"USD": role}}))
    if own is not None:
        limit(deciding, own)
    with pytest.raises(refusals.OverLimit) as refused:
        deciding.approve(REFUND)
    assert says in refused.value.sentences[0]
    assert deciding.approve(REFUND, name="Ada").final


def test_up_to_the_own_limit_it_is_approved(deciding: Deciding) -> None:
    limit(deciding, PAID)
    assert deciding.approve(REFUND).final


def test_it_is_a_version_with_who_when_and_why_and_on_the_ledger(deciding: Deciding) -> None:
    saved = limit(deciding, 5000)
    ada = deciding.room.person("Ada")
    assert (saved.version, saved.author, saved.reason) == (1, ada, "new here")
    with tenant_scope(deciding.room.shop.pk):
        told = [
            one
            for one in bodies_of_kind(deciding.room.shop.pk, EventKind.SETTINGS)
            if one["of"] == "review"
        ]
    assert told[-1]["changed"] == ["people"]
    assert told[-1]["author"] == bytes(ada.identity_key).hex()
    limit(deciding, None, seen=5000)
    assert deciding.approve(REFUND).final


def test_limits_that_nobody_could_satisfy_are_refused_when_they_are_saved() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.room.person("Ada", Role.ADMIN)
    deciding.room.person("Maya")
    with pytest.raises(NeededHere, match=r"only 1 has none.*taken away: Maya\."):
        limit(deciding, 5000)
    with tenant_scope(deciding.room.shop.pk):
        assert not ReviewConfigVersion.objects.exists()
    deciding.room.person("Noor")
    limit(deciding, 5000)


def test_who_saves_over_another_s_change_is_told(deciding: Deciding) -> None:
    limit(deciding, 5000)
    with pytest.raises(LimitsMoved):
        limit(deciding, 9000)


def test_other_settings_are_saved_without_losing_it(deciding: Deciding) -> None:
    limit(deciding, 5000)
    room = deciding.room
    change_review(
        tenant_id=room.shop.pk,
        config=ReviewConfig(undo_minutes=3),
        based_on=1,
        reason="shorter",
        author=room.person("Ada"),
        now=room.now,
    )
    with tenant_scope(room.shop.pk):
        current = settings.current(room.shop.pk)
    assert current.undo_minutes == 3
    assert current.own_limits(room.person("Maya")) == {"USD": 5000}


def lend_from_ada(deciding: Deciding) -> Delegation:
    """To Maya, as much as the order asks."""
    room = deciding.room
    return lend(
        giver=room.person("Ada"),
        receiver=room.person("Maya"),
        currency="USD",
        most_minor=PAID,
        starts_at=room.now,
        ends_at=room.now + timedelta(days=1),
        reason="holiday",
        author=room.person("Ada"),
        now=room.now,
    )


def test_more_than_the_own_limit_is_not_lent(deciding: Deciding) -> None:
    deciding.room.person("Abe", Role.ADMIN)
    limit(deciding, PAID - 1, name="Ada")
    with pytest.raises(DelegationRefused, match=r"Ada may approve up to 128\.99 USD for one order"):
        lend_from_ada(deciding)
    limit(deciding, PAID, name="Ada", seen=PAID - 1)
    assert lend_from_ada(deciding).pk


@pytest.mark.parametrize(("own", "enough"), [(PAID, True), (PAID - 1, False)])
def test_what_was_lent_falls_with_the_lender_s_own_limit(
    deciding: Deciding, own: int, enough: bool
) -> None:
    deciding.settings(ReviewConfig(limits={"reviewer": {"USD": 10000}}))
    deciding.room.person("Abe", Role.ADMIN)
    lend_from_ada(deciding)
    limit(deciding, own, name="Ada")
    if enough:
        assert deciding.approve(REFUND).final
        return
    with pytest.raises(refusals.OverLimit) as refused:
        deciding.approve(REFUND)
    assert (
        "up to 128.99 USD for one order. That is what Ada lent you." in refused.value.sentences[0]
    )


def test_a_token_that_acts_for_the_person_is_bound_by_it() -> None:
    deciding = Deciding(reviewing_now([ORDER]))
    deciding.room.person("Ada", Role.ADMIN)
    api = api_of(deciding.room)
    limit(deciding, 5000)
    status, answer = api.decide(ORDER, "approve", actions=[REFUND])
    assert (status, answer["code"]) == (403, "over_limit")
    assert "That is the limit that was set for you." in str(answer)


def test_why_it_cannot_be_decided_names_the_limit_that_binds() -> None:
    deciding = Deciding(reviewing_now([ORDER]))
    deciding.room.person("Ada", Role.ADMIN)
    client = deciding.room.client()
    limit(deciding, 5000)
    words = text_of(client.get(deciding.room.page_of(ORDER)))
    assert "up to 50.00 USD for one order. That is the limit that was set for you." in words
