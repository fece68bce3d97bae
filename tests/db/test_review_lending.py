"""Lending a limit: within what the calendar and the database can hold."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta

import pytest

from shopops.policy.amounts import MOST_MINOR
from shopops.review.bypass import Bypass
from shopops.review.case import open_case
from shopops.review.config import ReviewConfig
from shopops.review.decisions import Decided, approve
from shopops.review.delegating import DelegationRefused, lend
from shopops.review.judging import judge_approval
from shopops.review.limits import limits_of, sentence, within_limit
from shopops.review.models import Decision, Delegation
from shopops.review.refusals import OverLimit
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ORDER, REFUND, RESHIP, Deciding
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def room() -> Reviewing:
    return reviewing([])


def _lend(
    room: Reviewing, *, minor: int = 100, starts_at: datetime | None = None, days: int = 1
) -> Delegation:
    starts_at = starts_at or room.now
    ada = room.person("Ada", Role.ADMIN)
    return lend(
        giver=ada,
        receiver=room.person("Maya"),
        currency="KWD",
        most_minor=minor,
        starts_at=starts_at,
        ends_at=min(starts_at, datetime.max.replace(tzinfo=UTC) - days * DAY) + days * DAY,
        reason="holiday",
        author=ada,
        now=room.now,
    )


@pytest.mark.parametrize("minor", [-1, 0, MOST_MINOR + 1, 2**63])
def test_no_amount_is_lent_that_no_order_has(room: Reviewing, minor: int) -> None:
    with pytest.raises(DelegationRefused, match="Lend"):
        _lend(room, minor=minor)
    assert _lend(room, minor=MOST_MINOR).pk


@pytest.mark.parametrize(("author", "may"), [("Leo", False), ("Maya", True), ("Ada", True)])
def test_nobody_but_an_admin_lends_another_s_limit(room: Reviewing, author: str, may: bool) -> None:
    room.person("Ada", Role.ADMIN)
    with nullcontext() if may else pytest.raises(DelegationRefused, match="Only the person"):
        lend(
            giver=room.person("Maya"),
            receiver=room.person("Noor"),
            currency="USD",
            most_minor=100,
            starts_at=room.now,
            ends_at=room.now + DAY,
            reason="holiday",
            author=room.person(author),
            now=room.now,
        )


def test_nothing_is_lent_for_more_than_ninety_days(room: Reviewing) -> None:
    with pytest.raises(DelegationRefused, match="at most 90 days"):
        _lend(room, days=91)
    assert _lend(room, days=90).pk


def test_nothing_is_lent_for_after_the_last_year_that_a_page_can_show(room: Reviewing) -> None:
    """Stored and then read, an instant after the year 9999 would break the page of settings."""
    with pytest.raises(DelegationRefused, match="within a year"):
        _lend(room, starts_at=datetime(9999, 12, 20, tzinfo=UTC))
    assert _lend(room, starts_at=room.now + timedelta(days=360)).pk


@pytest.mark.parametrize(("giver", "covered"), [("Ada", True), ("Abe", False)])
def test_an_approval_in_two_currencies_rests_on_one_lender_at_most(
    giver: str, covered: bool
) -> None:
    """No order of the sample has two currencies, so one of the steps is given another here."""
    room = reviewing([ORDER])
    ada, other = room.person("Ada", Role.ADMIN), room.person(giver, Role.ADMIN)
    deciding = Deciding(room)
    deciding.settings(ReviewConfig(limits={"reviewer": {}}))
    for lender, currency in ((ada, "USD"), (other, "EUR")):
        lend(
            giver=lender,
            receiver=room.person("Maya"),
            currency=currency,
            most_minor=12900,
            starts_at=room.now,
            ends_at=room.now + DAY,
            reason="holiday",
            author=lender,
            now=room.now,
        )
    handle, maya = room.handle(ORDER), room.person("Maya")
    with tenant_scope(room.shop.pk):
        case = open_case(tenant_id=room.shop.pk, handle=handle, reviewer=maya, now=room.now)
        judged = judge_approval(case, [REFUND])
        case.actions[RESHIP].currency = "EUR"
        if covered:
            lent = within_limit(case, [RESHIP, REFUND], judged, Bypass())
            assert lent is not None
            assert lent.giver == ada
        else:
            with pytest.raises(OverLimit) as refused:
                within_limit(case, [RESHIP, REFUND], judged, Bypass())
            assert "Ask one of them to lend you enough" in refused.value.sentences[0]


def _lent(room: Reviewing, giver: str, currency: str, minor: int) -> None:
    lender = room.person(giver, Role.ADMIN)
    lend(
        giver=lender,
        receiver=room.person("Maya"),
        currency=currency,
        most_minor=minor,
        starts_at=room.now,
        ends_at=room.now + DAY,
        reason="holiday",
        author=lender,
        now=room.now,
    )


def test_of_several_lenders_the_one_whose_word_covers_all_is_taken() -> None:
    room = reviewing([])
    for giver, currency, minor in (
        ("Abe", "USD", 90_000),  # more than anybody, in one of the two currencies
        ("Ada", "USD", 12_900),
        ("Ada", "EUR", 5_000),
        ("Ada", "EUR", 7_000),
    ):
        _lent(room, giver, currency, minor)
    config, maya = ReviewConfig(limits={"reviewer": {}}), room.person("Maya")

    def lent(**stake: int) -> dict[str, tuple[str, int | None, bool]]:
        with tenant_scope(room.shop.pk):
            limits = limits_of(config, maya, stake, room.now, behind=set)
        return {
            currency: (one.lent.giver.display_name if one.lent else "", one.minor, one.not_alone)
            for currency, one in limits.items()
        }

    ada = {"USD": ("Ada", 12_900, False), "EUR": ("Ada", 7_000, False)}
    assert lent(USD=12_900, EUR=7_000) == ada
    assert lent(USD=20_000, EUR=7_000)["USD"] == ("Abe", 90_000, True)
    assert lent(EUR=12_000) == {"EUR": ("Ada", 7_000, False)}  # two loans of hers don't add up
    with tenant_scope(room.shop.pk):
        over = limits_of(config, maya, {"USD": 95_000}, room.now, behind=set)["USD"]
    assert "what others lent you does not add to it" in sentence(95_000, over, "USD")


def test_who_approved_first_lends_only_where_nobody_else_does() -> None:
    """The lender with the lowest id approved already; one person can't be two of them."""
    room = reviewing([ORDER], second_cap_cents={"USD": 12_899})
    deciding = Deciding(room)
    deciding.settings(ReviewConfig(limits={"reviewer": {}}))
    for giver in ("Ada", "Ben"):
        _lent(room, giver, "USD", 12_900)

    def approved(name: str) -> Decided:
        return approve(
            tenant_id=room.shop.pk,
            handle=room.handle(ORDER, name),
            reviewer=room.person(name),
            action_indexes=[REFUND],
            now=room.now,
        )

    assert not approved("Ada").final
    assert approved("Maya").final
    with tenant_scope(room.shop.pk):
        rests_on = Decision.objects.of(room.shop.pk).get(final=True).delegation
        assert rests_on is not None
        assert rests_on.giver == room.person("Ben")
