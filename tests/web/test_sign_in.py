"""Passwords are throttled, what happens is kept, and nobody comes in but by invitation."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password
from django.db import connection
from django.test import Client, override_settings
from django.urls import NoReverseMatch, reverse

from shopops.accounts.history import events_of_shop
from shopops.accounts.models import AccountEvent
from shopops.settings import PASSWORD_HASHERS
from shopops.tenants.models import Membership
from shopops.tenants.refusals import AppendOnlyRefused
from tests.support.pages import text_of
from tests.support.signing_in import MAIL, PASSWORD, person, sign_in, told

pytestmark = pytest.mark.django_db
WRONG = ("refused", "password", "wrong_password")


def test_after_five_wrong_passwords_even_the_right_one_waits() -> None:
    maya = person()
    for _ in range(5):
        sign_in(Client(), password="wrong")
    answer = sign_in(Client())
    assert "Too many failed attempts. Wait five minutes" in text_of(answer)
    assert told(maya.member.user_id) == [WRONG] * 5 + [("throttled", "password", "")]


def test_one_person_s_wrong_passwords_keep_nobody_else_out() -> None:
    person()
    noor = person("noor@northline.example")
    for _ in range(6):
        sign_in(Client(), password="wrong")
    assert noor.browser().get("/").status_code == 302


def _prove(client: Client, password: str) -> str:
    return text_of(client.post("/sign-in/again/?next=/account/", {"password": password}))


def test_whoever_is_signed_in_is_not_kept_out_by_wrong_passwords_of_others() -> None:
    maya = person()
    browser = maya.browser()
    for _ in range(6):
        sign_in(Client(), password="wrong")
    assert "Too many failed attempts" in text_of(sign_in(Client()))
    answer = browser.post("/sign-in/again/?next=/account/", {"password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/account/")


def test_wrong_passwords_of_one_session_are_counted_and_keep_no_other_session_out() -> None:
    maya = person()
    browser, other = maya.browser(), maya.browser()
    for _ in range(5):
        assert "That is not your password" in _prove(browser, "wrong")
    said = _prove(browser, PASSWORD)
    assert "Too many failed attempts. Wait five minutes" in said
    assert "have a link mailed" not in said  # the page has none
    kept = told(maya.member.user_id)[2:]
    assert kept == [WRONG] * 5 + [("throttled", "password", "")]
    assert _prove(other, PASSWORD) == ""


def test_what_was_counted_is_kept_where_every_process_looks() -> None:
    person()
    sign_in(Client(), password="wrong")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_cache WHERE cache_key LIKE '%login_failed%'")
        assert cursor.fetchone() == (2,)  # for the address and for the place


def test_an_address_that_is_nobody_s_is_not_kept() -> None:
    sign_in(Client(), "my-secret@typed.example", "also secret")
    [event] = AccountEvent.objects.all()
    assert (event.user, event.kind, event.code) == (None, "refused", "unknown_address")
    assert "secret" not in " ".join(str(value) for value in vars(event).values())


def test_signing_in_and_out_is_kept_with_where_it_came_from() -> None:
    maya = person()
    client = Client(REMOTE_ADDR="192.0.2.7", HTTP_USER_AGENT="Firefox/140.0 (X11; Linux)")
    sign_in(client)
    client.post("/sign-out/")
    assert told(maya.member.user_id) == [("signed_in", "password", ""), ("signed_out", "", "")]
    event = AccountEvent.objects.first()
    assert (event.address, event.browser) == ("192.0.2.7", "Firefox/140.0 (X11; Linux)")


def test_an_address_that_a_visitor_claims_counts_only_behind_a_proxy() -> None:
    person()
    claimed = "203.0.113.9, 192.0.2.1"
    for behind in (False, True):
        with override_settings(SHOPOPS_BEHIND_PROXY=behind):
            sign_in(Client(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=claimed))
    kept = AccountEvent.objects.order_by("id").values_list("address", flat=True)
    assert list(kept) == ["127.0.0.1", "192.0.2.1"]


def test_what_was_kept_stays_as_it_was_written() -> None:
    person().browser()
    event = AccountEvent.objects.get()
    with pytest.raises(AppendOnlyRefused):
        event.delete()
    with pytest.raises(AppendOnlyRefused):
        AccountEvent.objects.update(kind="refused")


def test_a_shop_sees_what_happened_to_its_own_people_since_they_came() -> None:
    maya = person()
    stranger = person("olga@southline.example", slug="store_southline")
    maya.browser()
    stranger.browser()
    [event] = events_of_shop(maya.member.tenant_id)
    assert event.user == maya.member.user
    Membership.objects.filter(pk=maya.member.pk).update(created_at=event.at + timedelta(seconds=1))
    assert not events_of_shop(maya.member.tenant_id).exists()


def test_nobody_signs_up() -> None:
    with pytest.raises(NoReverseMatch):
        reverse("account_signup")


def test_operators_sign_in_where_everybody_does() -> None:
    answer = Client().get("/admin/login/")
    assert answer["Location"].startswith("/sign-in/?next=")
    person()
    form = {"username": MAIL, "password": PASSWORD}
    assert Client().post("/admin/login/", form)["Location"].startswith("/sign-in/")


def test_new_passwords_are_kept_with_argon2() -> None:
    with override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS):
        assert identify_hasher(make_password("x")).algorithm == "argon2"


def test_an_account_that_was_closed_is_told_so() -> None:
    maya = person()
    maya.member.user.is_active = False
    maya.member.user.save()
    client = Client()
    answer = client.post("/sign-in/", {"login": MAIL, "password": PASSWORD}, follow=True)
    assert "This account is closed" in text_of(answer)
    assert client.get("/")["Location"].startswith("/sign-in/")
