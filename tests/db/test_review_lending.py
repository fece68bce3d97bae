"""Lending a limit: within what the calendar and the database can hold."""

from datetime import UTC, datetime, timedelta

import pytest

from shopops.policy.amounts import MOST_MINOR
from shopops.review.bypass import Bypass
from shopops.review.case import open_case
from shopops.review.config import ReviewConfig
from shopops.review.delegating import DelegationRefused, lend
from shopops.review.judging import judge_approval
from shopops.review.limits import within_limit
from shopops.review.models import Delegation
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


def _lend(room: Reviewing, *, minor: int = 100, starts_at: datetime | None = None) -> Delegation:
    starts_at = starts_at or room.now
    ada = room.person("Ada", Role.ADMIN)
    return lend(
        giver=ada,
        receiver=room.person("Maya"),
        currency="KWD",
        most_minor=minor,
        starts_at=starts_at,
        ends_at=min(starts_at, datetime.max.replace(tzinfo=UTC) - DAY) + DAY,
        reason="holiday",
        author=ada,
        now=room.now,
    )


@pytest.mark.parametrize("minor", [-1, 0, MOST_MINOR + 1, 2**63])
def test_no_amount_is_lent_that_no_order_has(room: Reviewing, minor: int) -> None:
    with pytest.raises(DelegationRefused, match="Lend"):
        _lend(room, minor=minor)
    assert _lend(room, minor=MOST_MINOR).pk


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
            with pytest.raises(OverLimit, match="Ask somebody"):
                within_limit(case, [RESHIP, REFUND], judged, Bypass())
