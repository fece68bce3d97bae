"""What waits, how long, and what of it is overdue."""

from datetime import timedelta

import pytest
from django.utils import timezone

from shopops.dashboard.questions.waiting import EDGES, Waiting, waiting
from shopops.review.config import ReviewConfig
from shopops.review.due import due_at
from shopops.tenants.scope import tenant_scope
from tests.support.dashboards import DOLLARS, YEN, sample_shop
from tests.support.deciding import Deciding
from tests.support.reviewing import Reviewing

pytestmark = pytest.mark.django_db
CONFIG = ReviewConfig(due_hours=24)


def _waiting(room: Reviewing, after: timedelta) -> list[Waiting]:
    """Ages at which anything waits."""
    with tenant_scope(room.shop.pk):
        rows = waiting(room.shop.pk, config=CONFIG, now=room.now + after)
    assert [row.age for row in rows] == list(range(len(EDGES) + 1))
    return [row for row in rows if row != Waiting(row.age)]


def test_all_that_waits_in_this_shop_is_counted_under_its_age() -> None:
    room = sample_shop()
    assert _waiting(room, timedelta(minutes=59)) == [Waiting(0, in_time=5)]
    assert _waiting(room, timedelta(hours=1)) == [Waiting(1, in_time=5)]
    assert _waiting(room, timedelta(hours=30)) == [Waiting(4, overdue=5)]


def test_it_is_overdue_from_the_moment_on_that_it_is_due() -> None:
    room = sample_shop(DOLLARS)
    proposal = room.proposal(DOLLARS)
    assert proposal.waiting_since is not None
    due = due_at(proposal.waiting_since, CONFIG) - room.now
    moment = timedelta(microseconds=1)
    assert [row.in_time for row in _waiting(room, due - moment)] == [1]
    assert [row.overdue for row in _waiting(room, due)] == [1]


def test_what_waits_for_information_is_never_overdue_and_what_is_decided_does_not_wait() -> None:
    room = sample_shop()
    Deciding(room, DOLLARS).respond()
    Deciding(room, YEN).reject()
    assert _waiting(room, timedelta(hours=30)) == [Waiting(4, overdue=3, asked=1)]


def test_a_shop_where_nothing_waits_has_every_age_with_nothing_in_it() -> None:
    room = sample_shop(DOLLARS)
    Deciding(room, DOLLARS).reject()
    assert _waiting(room, timedelta(0)) == []
    assert timezone.is_aware(room.now)
