"""What an approval asks of its person beside the page: a second factor, and who they are again."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from shopops.proposals.models import ReviewStatus
from shopops.review.config import ReviewConfig
from shopops.review.models import Decision
from shopops.review.refusals import SecondFactorMissing
from tests.support.deciding import ORDER, REFUND, Deciding
from tests.support.pages import handle_in, text_of
from tests.support.review_api import api_of
from tests.support.reviewing import Reviewing, reviewing_now
from tests.support.signing_in import proven, with_factor

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"
LATELY, LONG_AGO = timedelta(minutes=9), timedelta(minutes=11)
CAP = {"USD": 100}
Answer = Any  # what the test client makes of a response


@pytest.fixture
def room() -> Reviewing:
    """The order asks for 129.00 USD."""
    return reviewing_now([ORDER])


@pytest.fixture
def large() -> Reviewing:
    return reviewing_now([ORDER], second_cap_cents=CAP)


def _ask_above(room: Reviewing, minor: int, currency: str = "USD") -> Deciding:
    deciding = Deciding(room)
    deciding.settings(ReviewConfig(second_factor_above={currency: minor}))
    return deciding


def _approve(room: Reviewing, client: Client, filters: str = "") -> Answer:
    form = {"handle": handle_in(client.get(room.page_of(ORDER))), "decision": "approve"}
    address = room.url(f"review/decide/{filters}")
    return client.post(address, {**form, "choice-0": "1", "action": "0"})


def _with_password(room: Reviewing) -> None:
    user = room.person().user
    user.set_password(PASSWORD)
    user.save()


def test_above_the_amount_who_has_no_second_factor_is_told_how_to_get_one(
    room: Reviewing,
) -> None:
    _ask_above(room, 12899)
    page = room.client().get(room.page_of(ORDER))
    assert "Such an amount takes a second factor, and you have none." in text_of(page)
    assert b'href="/account/#factor-title"' in page.content  # beside the sentence
    refused = _approve(room, room.client())
    assert refused.status_code == 403
    words = text_of(refused)
    assert "It is 129.00 USD; above 128.99 USD this shop asks for one." in words
    assert "Code: second_factor_required" in words
    assert b'href="/account/#factor-title"' in refused.content
    assert not Decision.objects.exists()


@pytest.mark.parametrize(("minor", "currency"), [(12900, "USD"), (0, "EUR")])
def test_up_to_the_amount_and_in_other_currencies_none_is_asked_for(
    room: Reviewing, minor: int, currency: str
) -> None:
    assert _ask_above(room, minor, currency).approve(REFUND).final


def test_with_a_second_factor_the_amount_is_approved(room: Reviewing) -> None:
    deciding = _ask_above(room, 0)
    with pytest.raises(SecondFactorMissing):
        deciding.approve(REFUND)
    with_factor(room.person().user)
    page = room.client().get(room.page_of(ORDER))
    assert "second factor" not in text_of(page)
    assert deciding.approve(REFUND).final


def test_a_token_is_not_asked_for_a_second_factor(room: Reviewing) -> None:
    _ask_above(room, 0)
    assert api_of(room).item(ORDER)["cannot_decide_reason"] is None
    assert api_of(room).decide(ORDER, "approve", actions=[REFUND])[0] == 201


def test_above_the_second_cap_who_signed_in_lately_decides_at_once(large: Reviewing) -> None:
    answer = _approve(large, proven(large.client(), ago=LATELY))
    assert answer["Location"] == large.page_of(ORDER)
    assert Decision.objects.get().membership == large.person()


def test_above_the_second_cap_an_older_session_proves_itself_and_the_decision_goes_on(
    large: Reviewing,
) -> None:
    _with_password(large)
    client = proven(large.client(), ago=LONG_AGO)
    asked = _approve(large, client)
    assert asked["Location"].startswith("/sign-in/again/?next=")
    assert not Decision.objects.exists()
    asks = text_of(client.get(asked["Location"]))
    assert "Approving 1001 needs your password again." in asks
    elsewhere = text_of(client.get("/sign-in/again/?next=/account/"))
    assert "What you do next needs your password again." in elsewhere
    wrong = client.post(asked["Location"], {"password": "wrong"})
    assert "That is not your password." in text_of(wrong)
    done = client.post(asked["Location"], {"password": PASSWORD}, follow=True)
    assert "1001 approved, 1 of 2." in text_of(done)
    assert Decision.objects.get().membership == large.person()


def test_a_decision_that_goes_on_keeps_the_filters_of_the_list(large: Reviewing) -> None:
    _with_password(large)
    asked = _approve(large, client := proven(large.client(), ago=LONG_AGO), "?track=exception")
    done = client.post(asked["Location"], {"password": PASSWORD})
    assert done["Location"] == f"{large.page_of(ORDER)}?track=exception"
    assert Decision.objects.get().membership == large.person()


def test_whoever_signs_in_elsewhere_is_told_to_sign_in_again(large: Reviewing) -> None:
    refused = _approve(large, proven(large.client(), ago=LONG_AGO))
    assert refused.status_code == 403
    assert "Code: sign_in_again" in text_of(refused)


def test_up_to_the_second_cap_an_older_session_decides(room: Reviewing) -> None:
    _approve(room, proven(room.client(), ago=LONG_AGO))
    assert room.proposal(ORDER).review_status == ReviewStatus.APPROVED


def test_several_at_once_above_the_second_cap_are_asked_before_any_is_decided(
    large: Reviewing,
) -> None:
    _with_password(large)
    client = proven(large.client(), ago=LONG_AGO)
    chosen = {
        "decision": "approve",
        "item": [large.proposal(ORDER).pk],
        "prefer": "propose_refund",
    }
    preview = client.post(large.url("review/bulk/"), chosen)["Location"]
    asked = client.post(f"{preview}decide/", {"sure": "yes"})
    assert asked["Location"].startswith("/sign-in/again/?next=")
    assert not Decision.objects.exists()
    done = client.post(asked["Location"], {"password": PASSWORD})
    assert done["Location"] == preview
    assert Decision.objects.get().action_indexes == [0, REFUND]
