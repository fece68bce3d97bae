"""What a token was shown is decided by that token, what a page showed on the page; and no cache
keeps what a person was shown."""

import pytest

from shopops.review.models import Decision
from tests.support.deciding import ORDER
from tests.support.review_api import api_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def test_a_token_s_handle_decides_nothing_on_the_page_of_its_person(room: Reviewing) -> None:
    """The ledger would say that the token vouched, and its granter with it."""
    form = {"handle": api_of(room).item(ORDER)["decision_handle"], "decision": "reject"}
    answer = room.client().post(room.url("review/decide/"), {**form, "reason": "no"})
    assert (answer.status_code, Decision.objects.exists()) == (403, False)
    assert b"handle_unknown" in answer.content


def test_a_token_s_preview_is_not_confirmed_on_the_page_of_its_person(room: Reviewing) -> None:
    body = {"decision": "reject", "review_items": [room.proposal(ORDER).pk]}
    run = api_of(room).post("review-items/bulk-decisions", body)[1]
    confirms = room.url(f"review/bulk/{run['preview']}/decide/")
    answer = room.client().post(confirms, {"reason": "no"})
    assert (answer.status_code, Decision.objects.exists()) == (404, False)


@pytest.mark.parametrize("path", ["/", "/shops/"])
def test_the_choice_of_shops_is_not_kept_by_caches(room: Reviewing, path: str) -> None:
    assert "no-store" in room.client().get(path)["Cache-Control"]
