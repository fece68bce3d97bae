"""What a decision was checked against stays true until it is committed."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import OperationalError, connection, connections

from shopops.administration.refusals import VersionMoved
from shopops.administration.thresholds import change_thresholds
from shopops.agents.records import OrderState
from shopops.agents.thresholds import Thresholds
from shopops.proposals.models import ReviewStatus
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.decisions import approve
from shopops.review.models import Decision
from shopops.review.refusals import NotReviewer
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role, ThresholdVersion
from shopops.tenants.scope import tenant_scope
from tests.support.locks import wait_for_a_waiting_session
from tests.support.pipeline import NOON, hire, open_shop
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db(transaction=True)
ORDER = "O-1001"
RESHIP = 1
SHOPS_LEDGER = "SELECT FROM ledger_tenant_lock FOR UPDATE"
OTHER_DECISION = (
    "SELECT pg_advisory_xact_lock(hashtextextended('shopops.decisions', id)) FROM tenants_tenant"
)


def _started(task: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    """The list holds what the task returned or was refused with, once the thread has ended."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(task())
        except (NotReviewer, VersionMoved) as refusal:
            outcome.append(refusal)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


@contextmanager
def _stopped_at(
    lock: str, task: Callable[[], object], superuser_dsn: str
) -> Iterator[list[object]]:
    """The task runs until it needs this lock, and goes on when the block ends."""
    with psycopg.connect(superuser_dsn) as holder:
        holder.execute(lock.encode())
        thread, outcome = _started(task)
        wait_for_a_waiting_session(superuser_dsn)
        yield outcome
    thread.join(30)


def _approving(room: Reviewing) -> Callable[[], object]:
    person, handle = room.person(), room.handle(ORDER)
    return lambda: approve(
        tenant_id=room.shop.pk,
        handle=handle,
        reviewer=person,
        action_indexes=[RESHIP],
        now=room.now,
    )


def _save_numbers(room: Reviewing) -> None:
    room.numbers(approval_above_cents={"USD": 1})


def _import_a_change(room: Reviewing) -> None:
    room.change(ORDER, state=OrderState.CANCELLED)


def _demote(room: Reviewing) -> None:
    Membership.objects.filter(pk=room.person().pk).update(role=Role.VIEWER)


def _save_settings(room: Reviewing) -> None:
    with tenant_scope(room.shop.pk):
        settings.save_config(
            tenant_id=room.shop.pk,
            config=ReviewConfig(undo_minutes=1),
            based_on=0,
            reason="test",
            author=None,
            now=room.now,
        )


@pytest.mark.parametrize("change", [_save_numbers, _save_settings, _import_a_change, _demote])
def test_nothing_changes_between_the_check_and_the_commit(
    change: Callable[[Reviewing], None], superuser_dsn: str
) -> None:
    room = reviewing([ORDER])
    with (
        _stopped_at(SHOPS_LEDGER, _approving(room), superuser_dsn),
        connection.cursor() as cursor,
    ):
        cursor.execute("SET lock_timeout = '100ms'")
        with pytest.raises(OperationalError, match="lock timeout"):
            change(room)
        cursor.execute("RESET lock_timeout")
    assert room.proposal(ORDER).review_status == ReviewStatus.APPROVED
    change(room)


def test_who_is_no_reviewer_any_more_when_the_turn_comes_decides_nothing(
    superuser_dsn: str,
) -> None:
    room = reviewing([ORDER])
    with _stopped_at(OTHER_DECISION, _approving(room), superuser_dsn) as outcome:
        _demote(room)
    assert isinstance(outcome[0], NotReviewer)
    assert not Decision.objects.exists()


def test_who_saves_numbers_second_is_told_and_takes_nothing_back(superuser_dsn: str) -> None:
    shop = open_shop()
    admin = hire(shop, "Ada", Role.ADMIN)

    def save() -> ThresholdVersion:
        return change_thresholds(
            tenant_id=shop.pk,
            numbers=Thresholds(goodwill_percent=5),
            based_on=1,
            reason="second",
            author=admin,
            now=NOON,
        )

    with tenant_scope(shop.pk):
        thresholds.save_thresholds(
            tenant_id=shop.pk,
            numbers=Thresholds(duplicate_minutes=5),
            reason="first",
            author=admin,
        )
        thread, outcome = _started(save)
        wait_for_a_waiting_session(superuser_dsn)
    thread.join(30)
    assert isinstance(outcome[0], VersionMoved)
    assert ThresholdVersion.objects.count() == 2
