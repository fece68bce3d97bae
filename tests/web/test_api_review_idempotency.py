"""A decision that is sent again counts once and gets the same answer, whatever happened between."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from shopops.api import review_decisions
from shopops.api.idempotency import GIVEN_UP_AFTER, KEPT_FOR
from shopops.api.models import KeptAnswer
from shopops.api.tasks import purge_kept_answers
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, ORDER, REFUND, RESHIP
from tests.support.review_api import ReviewApi, api_of, send
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
KEY = "the-same-key"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


@pytest.fixture
def api(room: Reviewing) -> ReviewApi:
    return api_of(room)


def wish(api: ReviewApi, order_id: str = ORDER, **more: Any) -> tuple[str, dict[str, Any]]:
    handle = api.item(order_id)["decision_handle"]
    body = {"handle": handle, "decision": "approve", "actions": [RESHIP], **more}
    return f"{api.path(order_id)}/decisions", body


def kept(room: Reviewing) -> list[tuple[str, int | None]]:
    with tenant_scope(room.shop.pk):
        rows = KeptAnswer.objects.of(room.shop.pk).order_by("pk")
        return [(row.key, row.status) for row in rows]


def test_the_same_request_gets_the_same_answer_and_decides_once(api: ReviewApi) -> None:
    path, body = wish(api)
    first, again = api.sent(path, body, KEY), api.sent(path, body, KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert Decision.objects.count() == 1


def test_a_refusal_is_answered_again_in_the_same_words(api: ReviewApi) -> None:
    path, body = wish(api, actions=[])
    first, again = api.sent(path, body, KEY), api.sent(path, body, KEY)
    assert (first.status_code, again.status_code) == (422, 422)
    assert again.content == first.content
    assert again["Content-Type"] == first["Content-Type"] == "application/problem+json"


def test_the_layout_of_the_json_does_not_matter(api: ReviewApi) -> None:
    path, body = wish(api)
    first = api.sent(path, body, KEY)
    turned = dict(reversed(body.items()))
    assert api.sent(path, turned, KEY).content == first.content


@pytest.mark.parametrize("more", [{"actions": [REFUND]}, {"decision": "undo", "actions": None}])
def test_the_same_key_with_another_body_is_refused(api: ReviewApi, more: dict[str, Any]) -> None:
    path, body = wish(api)
    assert api.sent(path, body, KEY).status_code == 201
    other = api.sent(path, {**body, **more}, KEY)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert Decision.objects.count() == 1


def test_the_same_key_for_another_item_is_refused(api: ReviewApi) -> None:
    assert api.sent(*wish(api), KEY).status_code == 201
    other = api.sent(*wish(api, ESCALATED, decision="reject", actions=None, reason="no"), KEY)
    assert other.json()["code"] == "idempotency_key_reused"


def test_a_key_is_a_token_s_own(room: Reviewing, api: ReviewApi) -> None:
    leo = api_of(room, "Leo")
    theirs = wish(leo)
    assert api.sent(*wish(api), KEY).status_code == 201
    answer = leo.sent(*theirs, KEY)
    assert (answer.status_code, answer.json()["code"]) == (409, "already_decided")


def test_another_key_is_another_wish(api: ReviewApi) -> None:
    path, body = wish(api)
    assert api.sent(path, body, "one").status_code == 201
    assert api.sent(path, body, "two").json()["code"] == "already_decided"


@pytest.mark.parametrize("key", ["", "   ", "x" * 256, "schlüssel"])
def test_without_a_usable_key_nothing_is_decided(api: ReviewApi, key: str) -> None:
    path, body = wish(api)
    headers = {"Idempotency-Key": key} if key else {}
    answer = send(api.secret, "POST", path, body, headers)
    wanted = (422, "invalid") if key.strip() else (400, "idempotency_key_missing")
    assert (answer.status_code, answer.json()["code"]) == wanted
    assert not Decision.objects.exists()


def test_a_body_that_was_never_understood_uses_up_no_key(room: Reviewing, api: ReviewApi) -> None:
    path, body = wish(api)
    assert api.sent(path, {**body, "reviewer": 1}, KEY).status_code == 422
    assert api.sent(path, b"{", KEY).status_code == 400
    assert kept(room) == []
    assert api.sent(path, body, KEY).status_code == 201


def test_an_error_of_ours_can_be_sent_again_with_the_same_key(
    api: ReviewApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, body = wish(api)
    with monkeypatch.context() as broken:
        broken.setattr(review_decisions, "approve", _crash)
        assert api.sent(path, body, KEY).status_code == 500
    assert not Decision.objects.exists()
    assert api.sent(path, body, KEY).status_code == 201


def test_what_a_crash_left_done_is_found_and_not_done_twice(
    api: ReviewApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Committed, and then broken before anybody was told."""
    path, body = wish(api)
    with monkeypatch.context() as broken:
        broken.setattr(review_decisions, "_answer", _crash)
        assert api.sent(path, body, KEY).status_code == 500
    assert Decision.objects.count() == 1
    again = api.sent(path, body, KEY)
    assert (again.status_code, again.json()["review_status"]) == (201, "approved")
    assert Decision.objects.count() == 1
    assert api.sent(path, body, KEY).content == again.content


def _crash(*args: object, **kwargs: object) -> Any:
    raise RuntimeError("broken on purpose")


def test_while_somebody_works_on_it_the_second_waits_and_after_a_while_takes_over(
    room: Reviewing, api: ReviewApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was killed leaves its row behind."""
    path, body = wish(api)
    with monkeypatch.context() as killed:
        killed.setattr("shopops.api.idempotency._end", lambda *_: None)
        killed.setattr(review_decisions, "approve", _crash)
        assert api.sent(path, body, KEY).status_code == 500
    answer = api.sent(path, body, KEY)
    assert (answer.status_code, answer.json()["code"]) == (409, "request_in_progress")
    other = api.sent(path, {**body, "actions": [REFUND]}, KEY)
    assert other.json()["code"] == "idempotency_key_reused"
    with tenant_scope(room.shop.pk):
        KeptAnswer.objects.update(started_at=timezone.now() - GIVEN_UP_AFTER)
    assert api.sent(path, body, KEY).status_code == 201


def test_answers_are_deleted_after_a_day(room: Reviewing, api: ReviewApi) -> None:
    api.sent(*wish(api), KEY)
    purge_kept_answers()
    assert kept(room) == [(KEY, 201)]
    with tenant_scope(room.shop.pk):
        KeptAnswer.objects.update(started_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    purge_kept_answers()
    assert kept(room) == []


def test_another_shop_sees_no_answer_of_this_one(room: Reviewing, api: ReviewApi) -> None:
    api.sent(*wish(api), KEY)
    other = reviewing_now((), slug="store_southline")
    with tenant_scope(other.shop.pk):
        assert not KeptAnswer.objects.exists()


# -- on real connections


def _at_once(*tasks: Callable[[], Any]) -> list[Any]:
    barrier = threading.Barrier(len(tasks))
    answers: dict[int, Any] = {}

    def run(place: int, task: Callable[[], Any]) -> None:
        try:
            barrier.wait(10)
            answers[place] = task()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [answers[place] for place in range(len(tasks))]


def _codes(answers: list[Any]) -> list[str]:
    return sorted(
        "done" if answer.status_code == 201 else answer.json()["code"] for answer in answers
    )


@pytest.mark.django_db(transaction=True)
def test_of_the_same_request_sent_many_times_at_once_one_decides() -> None:
    room = reviewing_now((ORDER,))
    api = api_of(room)
    path, body = wish(api)
    answers = _at_once(*[lambda: api.sent(path, body, KEY) for _ in range(4)])
    assert set(_codes(answers)) <= {"done", "request_in_progress"}
    assert "done" in _codes(answers)
    assert Decision.objects.count() == 1
    done = {answer.content for answer in answers if answer.status_code == 201}
    assert {api.sent(path, body, KEY).content} == done


@pytest.mark.django_db(transaction=True)
def test_of_one_key_with_two_bodies_at_once_one_is_refused() -> None:
    room = reviewing_now((ORDER,))
    api = api_of(room)
    path, body = wish(api)
    other = {**body, "actions": [REFUND]}
    answers = _at_once(lambda: api.sent(path, body, KEY), lambda: api.sent(path, other, KEY))
    assert _codes(answers) == ["done", "idempotency_key_reused"]
    assert Decision.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_keys_with_one_handle_at_once_one_decides() -> None:
    room = reviewing_now((ORDER,))
    api = api_of(room)
    path, body = wish(api)
    answers = _at_once(lambda: api.sent(path, body, "one"), lambda: api.sent(path, body, "two"))
    assert _codes(answers) == ["already_decided", "done"]
    assert Decision.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_once_one_decides_and_the_other_is_told_who() -> None:
    room = reviewing_now((ORDER,))
    maya, leo = api_of(room), api_of(room, "Leo")
    mine = wish(maya)
    theirs = wish(leo, decision="reject", actions=None, reason="no")
    answers = _at_once(lambda: maya.sent(*mine), lambda: leo.sent(*theirs))
    assert _codes(answers) == ["already_decided", "done"]
    (refused,) = [answer.json() for answer in answers if answer.status_code == 409]
    (decision,) = Decision.objects.select_related("membership")
    assert refused["decided_by"] == decision.membership.display_name
