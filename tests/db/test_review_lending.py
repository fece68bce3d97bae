"""Lending a limit: within what the calendar and the database can hold."""

from datetime import UTC, datetime, timedelta

import pytest

from shopops.policy.amounts import MOST_MINOR
from shopops.review.delegating import DelegationRefused, lend
from shopops.review.models import Delegation
from shopops.tenants.models import Role
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
