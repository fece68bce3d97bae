"""Who gets to see what, beside the table of all addresses (test_walls)."""

import pytest
from django.test import Client

from shopops.tenants.models import Role
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def test_after_the_session_ended_htmx_is_led_to_the_sign_in_as_a_whole_page(
    room: Reviewing,
) -> None:
    shown = f"https://ops.example.com{room.url('review/')}?track=exception"
    headers = {"HX-Request": "true", "HX-Target": "detail", "HX-Current-URL": shown}
    answer = Client().get(room.page_of(ORDER), headers=headers)
    assert answer["HX-Redirect"] == f"/sign-in/?next={room.url('review/')}"
    assert b"<form" not in answer.content


@pytest.mark.parametrize("shown", ["http://[", "", "no address", "//elsewhere.example"])
def test_an_address_that_htmx_never_sends_leads_to_the_sign_in_too(
    room: Reviewing, shown: str
) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": shown}
    answer = Client().get(room.url("review/"), headers=headers)
    assert answer.status_code == 200
    assert answer["HX-Redirect"].startswith("/sign-in/?next=")


def test_a_decision_sent_after_the_session_ended_leads_back_to_its_order(room: Reviewing) -> None:
    headers = {"Referer": f"https://ops.example.com{room.page_of(ORDER)}?track=exception"}
    answer = Client().post(room.url("review/decide/"), {}, headers=headers)
    assert answer["Location"] == f"/sign-in/?next={room.page_of(ORDER)}"


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**40])
def test_a_number_that_no_proposal_has_is_not_found(room: Reviewing, number: int) -> None:
    assert room.client().get(room.url(f"review/{number}/")).status_code == 404


def test_another_shop_s_handle_decides_nothing(room: Reviewing) -> None:
    other = reviewing([ORDER], slug="store_other")
    form = {"handle": room.handle(ORDER), "decision": "approve", "action": "1"}
    answer = other.client("Olga").post(other.url("review/decide/"), form)
    assert answer.status_code == 403
    assert b"handle_unknown" in answer.content


def test_who_left_the_shop_is_shut_out(room: Reviewing) -> None:
    client, person = room.client(), room.person()
    person.active = False
    person.save()
    assert client.get(room.url("review/")).status_code == 404


def test_membership_of_one_shop_opens_no_other(room: Reviewing) -> None:
    other = reviewing([ORDER], slug="store_other")
    person = room.person()
    client = room.client()
    assert client.get(other.url("review/")).status_code == 404
    assert person.tenant_id != other.shop.pk


def test_an_operator_without_membership_reads_no_shop(room: Reviewing) -> None:
    from_nowhere = reviewing([], slug="store_other").person("Root", Role.ADMIN).user
    from_nowhere.is_superuser = from_nowhere.is_staff = True
    from_nowhere.save()
    client = Client()
    client.force_login(from_nowhere)
    assert client.get(room.url("review/")).status_code == 404
