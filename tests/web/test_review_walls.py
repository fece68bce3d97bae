"""Who gets to see what: another shop's page looks like one that never was."""

import pytest
from django.test import Client

from shopops.tenants.models import Role
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _pages(room: Reviewing, proposal: int) -> list[str]:
    return [
        room.url("review/"),
        room.url(f"review/{proposal}/"),
        room.url(f"review/{proposal}/evidence/?id=oms:order_total"),
        room.url("ledger/"),
    ]


def test_members_of_every_role_may_read(room: Reviewing) -> None:
    for role in Role:
        client = room.client(role.label, role)
        for page in _pages(room, room.proposal(ORDER).pk):
            assert client.get(page).status_code == 200, (role, page)


def test_who_is_not_signed_in_is_led_to_the_sign_in(room: Reviewing) -> None:
    for page in [*_pages(room, room.proposal(ORDER).pk), room.url("review/decide/")]:
        answer = Client().post(page) if "decide" in page else Client().get(page)
        assert answer.status_code == 302, page
        assert answer["Location"].startswith("/sign-in/?next=/t/"), page


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


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_page_that_reads_takes_no_other_method(room: Reviewing, method: str) -> None:
    client = room.client()
    for page in _pages(room, room.proposal(ORDER).pk):
        assert client.generic(method, page).status_code == 405, page


def test_a_decision_sent_after_the_session_ended_leads_back_to_its_order(room: Reviewing) -> None:
    headers = {"Referer": f"https://ops.example.com{room.page_of(ORDER)}?track=exception"}
    answer = Client().post(room.url("review/decide/"), {}, headers=headers)
    assert answer["Location"] == f"/sign-in/?next={room.page_of(ORDER)}"


def test_another_shop_s_pages_look_like_pages_of_no_shop(room: Reviewing) -> None:
    stranger = reviewing([ORDER], slug="store_other").client("Olga")
    pages = _pages(room, room.proposal(ORDER).pk)
    nowhere = [page.replace(room.shop.slug, "store_nowhere") for page in pages]
    for page, other in zip(pages, nowhere, strict=True):
        theirs, none = stranger.get(page), stranger.get(other)
        assert theirs.status_code == none.status_code == 404, page
        assert theirs.content == none.content, page


def test_another_shop_s_proposal_looks_nonexistent_in_one_s_own(room: Reviewing) -> None:
    other = reviewing([ORDER], slug="store_other")
    client = other.client("Olga")
    theirs = room.proposal(ORDER).pk
    for path in ("review/{}/", "review/{}/evidence/?id=oms:order_total"):
        seen = client.get(other.url(path.format(theirs)))
        none = client.get(other.url(path.format(10**9)))
        assert seen.status_code == none.status_code == 404
        assert seen.content == none.content


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
