"""Nobody asks more often than the site can bear, and nobody pays for somebody else."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client, override_settings

from shopops.acknowledgments.models import InboundMail
from shopops.guards.counting import purge, seconds_left, take
from shopops.guards.models import Count
from shopops.guards.rates import Rates
from shopops.tenants.models import Tenant
from shopops.tenants.tokens import Scope
from tests.support.at_once import at_once
from tests.support.inbound import open_desk
from tests.support.review_api import reading_token, send

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 2, 12, 0, 59, tzinfo=UTC)
FEW = {"api-token": 2, "api-source": 4, "inbound": 1, "links": 2}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In one and the same minute, however long the test takes."""
    noon = datetime.now(UTC).replace(second=20)
    monkeypatch.setattr(Rates, "now", staticmethod(lambda: noon))
    with override_settings(SHOPOPS_RATE_LIMITS=FEW):
        yield


def statuses(secret: str, times: int) -> list[int]:
    return [send(secret, "GET", "review-items").status_code for _ in range(times)]


def test_a_token_that_asks_too_often_is_told_when_to_come_again(shop: Tenant) -> None:
    secret = reading_token(shop)
    assert statuses(secret, 2) == [200, 200]
    answer = send(secret, "GET", "review-items")
    assert (answer.status_code, answer["Content-Type"]) == (429, "application/problem+json")
    assert answer.json()["code"] == "too_many_requests"
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_token_is_one_caller_however_the_word_before_it_is_written(shop: Tenant) -> None:
    secret = reading_token(shop)
    found = [
        Client(headers={"Authorization": f"{word} {secret}"}).get("/api/v1/review-items")
        for word in ("Bearer", "bearer", "BEARER")
    ]
    assert [answer.status_code for answer in found] == [200, 200, 429]


def test_another_token_is_not_slowed_down(shop: Tenant) -> None:
    greedy, other = reading_token(shop), reading_token(shop, Scope.REVIEW_READ)
    assert statuses(greedy, 3) == [200, 200, 429]
    assert statuses(other, 1) == [200]


def test_made_up_tokens_from_one_place_are_turned_away_and_leave_no_rows_any_more() -> None:
    found = [send(f"so_{number}", "GET", "review-items").status_code for number in range(6)]
    assert found == [401] * 4 + [429] * 2
    assert Count.objects.count() == 1 + 4


def test_behind_a_proxy_each_place_is_counted_for_itself() -> None:
    def asked(place: str) -> int:
        return Client(headers={"X-Forwarded-For": place}).get("/invitation/made-up/").status_code

    with override_settings(SHOPOPS_BEHIND_PROXY=True):
        assert [asked("192.0.2.1") for _ in range(3)] == [404, 404, 429]
        assert asked("192.0.2.2") == 404
        networks = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
        assert [asked(place) for place in networks] == [404, 404, 429, 404]
        # One and the same place, and another one, as a socket of both kinds writes them.
        assert [asked(f"::ffff:192.0.2.{last}") for last in (1, 3)] == [429, 404]


@pytest.mark.parametrize(
    "path",
    [f"/{way}/made-up/" for way in ("invitation", "confirm-address", "choose", "unsubscribe")],
)
def test_links_can_not_be_tried_out_by_the_thousand(path: str) -> None:
    answers = [Client().get(path) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert "Too many attempts" in answers[-1].content.decode()
    assert "frame-ancestors 'none'" in answers[-1]["Content-Security-Policy"]


def test_pages_and_health_are_not_counted(shop: Tenant) -> None:
    assert [Client().get("/healthz").status_code for _ in range(5)] == [200] * 5
    assert not Count.objects.exists()


def test_switched_off_nobody_is_counted(shop: Tenant) -> None:
    with override_settings(SHOPOPS_RATE_LIMITS={}):
        assert statuses(reading_token(shop), 9) == [200] * 9
    assert not Count.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_was_turned_away_is_taken_when_it_is_delivered_again() -> None:
    with open_desk() as desk:
        raw = desk.mail()
        assert desk.post(desk.mail("Not this one.")).status_code == 200
        answer = desk.post(raw)
        assert (answer.status_code, InboundMail.objects.count()) == (429, 1)
        assert int(answer["Retry-After"]) <= 60
        Count.objects.all().delete()  # a minute later
        assert desk.post(raw).status_code == 200
        assert InboundMail.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_each_is_counted_once() -> None:
    counted = at_once(*[lambda: take(caller="somebody", now=NOW)] * 4)
    assert set(counted) == {1, 2, 3, 4}


def test_each_minute_counts_anew_and_those_that_are_over_are_purged() -> None:
    later = NOW + timedelta(seconds=1)
    assert [take(caller="somebody", now=at) for at in (NOW, NOW, later)] == [1, 2, 1]
    assert (seconds_left(NOW), seconds_left(later)) == (1, 60)
    purge(now=later + timedelta(minutes=1))
    assert Count.objects.get().minute == later
