"""What the database itself keeps true about handles and decisions, whoever writes."""

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from shopops.review.decisions import approve
from shopops.review.handles import KEPT_AFTER_EXPIRY, LIFETIME, SHOWN_AGAIN_FOR, purge_handles
from shopops.review.models import Decision, DecisionHandle
from shopops.review.refusals import Stale
from shopops.tenants.refusals import AppendOnlyRefused
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
STATEMENTS = (
    "UPDATE review_decision SET final = false",
    "DELETE FROM review_decision",
    "TRUNCATE review_decision CASCADE",
    "UPDATE review_decisionhandle SET used_at = NULL",
    "UPDATE review_decisionhandle SET used_at = now()",
    "UPDATE review_decisionhandle SET revision = 2",
)


@pytest.fixture
def room() -> Reviewing:
    return reviewing([ORDER])


@pytest.fixture
def decided(room: Reviewing) -> Decision:
    approve(
        tenant_id=room.shop.pk,
        handle=room.handle(ORDER),
        reviewer=room.person(),
        action_indexes=[1],
        now=room.now,
    )
    return Decision.objects.get()


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_taken_decision_and_its_handle_stay_as_they_are(
    decided: Decision, statement: str
) -> None:
    with pytest.raises(DatabaseError) as refused, transaction.atomic():
        connection.cursor().execute(statement)
    cause = refused.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.sqlstate in {"SO001", "42501"}


def test_django_refuses_to_change_or_delete_a_decision(decided: Decision) -> None:
    for change in (
        decided.save,
        decided.delete,
        Decision.objects.all().delete,
        lambda: Decision.objects.update(final=False),
        lambda: Decision.objects.bulk_update([decided], ["final"]),
    ):
        with pytest.raises(AppendOnlyRefused):
            change()


def test_a_decision_cannot_name_another_shop_s_proposal(decided: Decision) -> None:
    other = reviewing([ORDER], slug="store_other")
    decided.pk, decided._state.adding = None, True
    decided.proposal = other.proposal(ORDER)
    with pytest.raises(DatabaseError), transaction.atomic():
        decided.save()


def test_a_handle_of_other_content_than_the_proposal_has_decides_nothing(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    held = DecisionHandle.objects.get()
    held.delete()
    held.pk, held._state.adding, held.digest = None, True, bytes(32)
    held.save()
    with pytest.raises(Stale):
        approve(
            tenant_id=room.shop.pk,
            handle=handle,
            reviewer=room.person(),
            action_indexes=[1],
            now=room.now,
        )
    assert not Decision.objects.exists()


def test_looking_again_shows_the_same_handle_and_writes_no_row(room: Reviewing) -> None:
    assert room.handle(ORDER) == room.handle(ORDER, now=room.now + SHOWN_AGAIN_FOR)
    assert DecisionHandle.objects.count() == 1


def test_a_handle_about_to_expire_is_not_shown_again(room: Reviewing) -> None:
    first = room.handle(ORDER)
    late = room.now + LIFETIME - SHOWN_AGAIN_FOR
    assert room.handle(ORDER, now=late) == first
    assert room.handle(ORDER, now=late.replace(microsecond=1)) != first


def test_each_person_has_a_handle_of_their_own(room: Reviewing) -> None:
    assert room.handle(ORDER, "Maya") != room.handle(ORDER, "Noor")


def test_the_handle_itself_is_not_in_the_database(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    [row] = DecisionHandle.objects.values_list("nonce", "handle_sha256")
    assert handle.encode() not in b"".join(bytes(part) for part in row)


def test_unused_handles_are_purged_a_day_after_they_expire(room: Reviewing) -> None:
    room.handle(ORDER)
    end = room.now + LIFETIME + KEPT_AFTER_EXPIRY
    assert purge_handles(now=end) == 0
    assert purge_handles(now=end.replace(microsecond=1)) == 1


def test_used_handles_are_never_purged(decided: Decision, room: Reviewing) -> None:
    assert purge_handles(now=room.now + LIFETIME * 100) == 0
