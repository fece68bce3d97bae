"""An open list asks what changed: mostly nothing, and then it costs nothing."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from shopops.review.claiming import claim
from tests.support.deciding import MINUTE, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDERS = ["O-1001", "O-1004", "O-1005"]


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now(ORDERS)


class Open:
    """A list that somebody has open."""

    def __init__(self, room: Reviewing, query: str = "", name: str = "Maya") -> None:
        self.room, self.query, self.client = room, query, room.client(name)
        page = self.client.get(room.url(f"review/?{query}")).context
        self.seen = page["beside"].newest
        self.shown = [row.id for row in page["page"].rows]

    def ask(self, etag: str = "") -> Any:
        shown = ",".join(map(str, self.shown))
        address = f"review/live/?{self.query}&seen={self.seen}&shown={shown}"
        headers = {"If-None-Match": etag} if etag else {}
        return self.client.get(self.room.url(address), headers=headers)

    def news(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask().content)
        return found


def test_when_nothing_changed_the_answer_is_304_without_a_word(room: Reviewing) -> None:
    list_ = Open(room)
    first = list_.ask()
    again = list_.ask(first["ETag"])
    assert (first.status_code, again.status_code) == (200, 304)
    assert (again.content, again["ETag"]) == (b"", first["ETag"])
    news = json.loads(first.content)
    assert (news["new"], news["waiting"]) == ("", "3")
    assert not [row for row in news["rows"] if row["gone"] or row["words"]]


def test_what_came_is_counted_and_offered(room: Reviewing) -> None:
    list_ = Open(room)
    etag = list_.ask()["ETag"]
    room.resolve("O-1008")
    answer = list_.ask(etag)
    assert answer.status_code == 200
    news = json.loads(answer.content)
    assert (news["new"], news["waiting"], news["counts"]["all"]) == ("1 new item, show", "4", "4")
    room.resolve("O-1027", "O-1029")
    assert list_.news()["new"] == "3 new items, show"


def test_what_does_not_fit_the_filters_is_not_offered(room: Reviewing) -> None:
    escalated, exceptions = Open(room, "track=escalate"), Open(room, "track=exception")
    room.resolve("O-1011")
    assert escalated.news()["new"] == "1 new item, show"
    assert exceptions.news()["new"] == ""
    assert exceptions.news()["waiting"] == "4"


def test_what_somebody_else_decided_is_marked_and_says_by_whom(room: Reviewing) -> None:
    list_ = Open(room)
    Deciding(room).reject(name="Noor")
    Deciding(room, "O-1004").approve()
    rows = {row["id"]: row for row in list_.news()["rows"]}
    assert rows[room.proposal("O-1001").pk]["words"] == "rejected by Noor"
    assert rows[room.proposal("O-1004").pk]["words"] == "approved by you"
    assert not rows[room.proposal("O-1005").pk]["gone"]


def test_a_new_revision_of_a_shown_order_is_offered_and_the_old_one_marked(
    room: Reviewing,
) -> None:
    list_ = Open(room)
    old = room.proposal("O-1001").pk
    room.change("O-1001", number="1001-b", updated_at=timezone.now())
    room.resolve("O-1001")
    news = list_.news()
    assert news["new"] == "1 new item, show"
    [row] = [row for row in news["rows"] if row["gone"]]
    assert (row["id"], row["words"]) == (old, "superseded")


def test_what_is_taken_back_is_no_longer_marked(room: Reviewing) -> None:
    list_ = Open(room)
    deciding = Deciding(room)
    deciding.reject()
    deciding.undo(after=2 * MINUTE)
    news = list_.news()
    assert not [row for row in news["rows"] if row["gone"]]
    assert news["new"] == ""


def test_a_search_is_told_what_became_of_its_rows_and_nothing_of_new_ones(
    room: Reviewing,
) -> None:
    Deciding(room, "O-1004").respond()
    list_ = Open(room, "q=10")
    room.resolve("O-1008")
    Deciding(room).reject()
    news = list_.news()
    assert news["new"] == ""
    assert [row["words"] for row in news["rows"] if row["gone"]] == ["rejected by you"]


def test_a_colleague_of_the_same_name_is_not_taken_for_oneself(room: Reviewing) -> None:
    namesake = room.person("Noor")
    namesake.display_name = "Maya"
    namesake.save()
    list_ = Open(room)
    claim(tenant_id=room.shop.pk, proposal_id=list_.shown[0], person=namesake)
    assert [row["words"] for row in list_.news()["rows"] if row["words"]] == ["Maya on it"]
    page = text_of(list_.client.get(room.url("review/")))
    assert "Maya on it" in page
    assert "you on it" not in page


def test_another_shop_s_orders_are_not_told_of(room: Reviewing) -> None:
    other = reviewing(["O-1001"], slug="store_other", now=room.now)
    list_ = Open(room)
    list_.shown.append(other.proposal("O-1001").pk)
    assert [row["id"] for row in list_.news()["rows"]] == sorted(list_.shown[:-1])
    other.resolve("O-1004")
    assert list_.news()["new"] == ""


@pytest.mark.parametrize(
    "query", ["", "seen=x&shown=a,-1,,9" + "9" * 30, "shown=1&track=nope", f"shown={'9' * 5000}"]
)
def test_a_question_that_cannot_be_read_is_answered_all_the_same(
    room: Reviewing, query: str
) -> None:
    assert room.client().get(room.url(f"review/live/?{query}")).status_code == 200


def test_the_question_costs_the_same_however_much_is_shown(room: Reviewing) -> None:
    list_ = Open(room)

    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            list_.ask()
        return len(seen)

    few = statements()
    list_.shown = [*list_.shown, *range(10_000, 10_150)]
    assert statements() == few


def test_who_is_signed_out_or_a_stranger_learns_nothing(room: Reviewing) -> None:
    assert Client().get(room.url("review/live/")).status_code == 302
    stranger = reviewing([], slug="store_other", now=room.now).client("Eve")
    assert stranger.get(room.url("review/live/")).status_code == 404


def test_the_page_carries_what_its_list_asks_with(room: Reviewing) -> None:
    page = room.client().get(room.url("review/"))
    assert f'data-live="{room.url("review/live/")}"' in page.content.decode()
    assert f'data-newest="{page.context["beside"].newest}"' in page.content.decode()
    assert "New items, show" in text_of(page)
