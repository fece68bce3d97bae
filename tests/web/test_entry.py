"""Signing in and out, and choosing the shop."""

import pytest
from django.test import Client

from shopops.tenants.models import Role, User
from shopops.tenants.people import create_member
from tests.support.pages import text_of
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db
MAIL, PASSWORD = "maya@northline.example", "a-long-password"


def _hire(slug: str = "store_northline", mail: str = MAIL) -> None:
    create_member(
        tenant=open_shop(slug),
        email=mail,
        display_name="Maya",
        role=Role.REVIEWER,
        password=PASSWORD,
    )


def _sign_in(mail: str = MAIL, password: str = PASSWORD, address: str = "/sign-in/") -> Client:
    client = Client()
    client.post(address, {"login": mail, "password": password})
    return client


def test_the_e_mail_address_is_the_sign_in_name() -> None:
    _hire()
    answer = Client().post("/sign-in/", {"login": MAIL, "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1] == ("/t/store_northline/review/", 302)


@pytest.mark.parametrize("typed", ["Maya@Northline.Example", " maya@northline.example "])
def test_the_address_may_be_typed_as_people_type_it(typed: str) -> None:
    _hire()
    assert _sign_in(typed).get("/").status_code == 302
    assert _sign_in(typed).get("/")["Location"] == "/t/store_northline/review/"


@pytest.mark.parametrize(
    ("mail", "password"), [(MAIL, "wrong"), ("nobody@northline.example", PASSWORD), ("", "")]
)
def test_a_wrong_name_and_a_wrong_password_are_told_alike(mail: str, password: str) -> None:
    _hire()
    answer = Client().post("/sign-in/", {"login": mail, "password": password})
    assert "E-mail address and password don’t fit together." in text_of(answer)


def test_after_signing_in_the_page_asked_for_comes() -> None:
    _hire()
    client, wanted = Client(), "/t/store_northline/ledger/"
    asked = client.get(wanted)
    form = {"login": MAIL, "password": PASSWORD, "next": wanted}
    assert client.post(asked["Location"], form)["Location"] == wanted


def test_no_other_site_comes_after_signing_in() -> None:
    _hire()
    form = {"login": MAIL, "password": PASSWORD, "next": "https://evil.example/"}
    assert Client().post("/sign-in/", form)["Location"] == "/"


def test_of_several_shops_one_chooses() -> None:
    _hire()
    _hire("store_southline")
    page = _sign_in().get("/")
    assert page.status_code == 200
    assert b'href="/t/store_northline/review/"' in page.content
    assert b'href="/t/store_southline/review/"' in page.content


def test_the_choice_lists_no_shop_that_one_is_not_in() -> None:
    _hire()
    _hire("store_southline", "olga@southline.example")
    assert b"southline" not in _sign_in().get("/shops/").content


def test_who_is_in_no_shop_is_told_what_to_do() -> None:
    client = Client()
    client.force_login(User.objects.create_user(MAIL, MAIL))
    assert f"Ask an administrator of your shop to add {MAIL}" in text_of(client.get("/"))


def test_who_was_deactivated_is_told_so_and_by_which_shop() -> None:
    _hire()
    client = _sign_in()
    person = client.get("/shops/").context["memberships"][0]
    person.active = False
    person.save()
    said = text_of(client.get("/"))
    assert f"an administrator ended your access to: {person.tenant.name}." in said
    assert "No shop yet" not in said


def test_signing_out_is_a_form_not_a_link_and_ends_the_session() -> None:
    _hire()
    client = _sign_in()
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/")["Location"] == "/sign-in/"
    assert client.get("/")["Location"].startswith("/sign-in/")


def test_a_page_that_is_not_there_looks_like_the_site() -> None:
    page = Client().get("/nowhere/")
    assert page.status_code == 404
    assert "There is no such page, or it is not yours to see." in text_of(page)


@pytest.mark.parametrize("path", ["/sign-in/", "/nowhere/"])
def test_every_page_forbids_scripts_and_styles_from_elsewhere_and_inline(path: str) -> None:
    policy = Client().get(path)["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_sign_in_speaks_of_a_page_only_where_one_was_asked_for() -> None:
    said = b"Sign in to see that page."
    assert said not in Client().get("/sign-in/?next=/").content
    assert said in Client().get("/sign-in/?next=/t/northline/review/").content
