"""A second factor is asked for at every sign-in, and recovery codes stand in for it once each."""

import re
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.support.pages import text_of
from tests.support.signing_in import MAIL, code_of, person, sign_in, told, with_factor

pytestmark = pytest.mark.django_db


def test_setting_it_up_gives_recovery_codes_and_is_kept(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    maya = person()
    client = maya.browser()
    page = client.get("/account/authenticator/")
    secret = page.context["form"].secret
    assert " ".join(re.findall(".{1,4}", secret)) in text_of(page)  # as people type it off
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post("/account/authenticator/", {"code": code_of(secret)}, follow=True)
    assert answer.redirect_chain[-1][0] == "/account/recovery-codes/"
    assert "10 of 10 left" in text_of(answer)
    kinds = [(kind, method) for kind, method, _ in told(maya.member.user_id)]
    assert ("factor_added", "totp") in kinds
    assert ("codes_made", "recovery_codes") in kinds


def test_the_picture_needs_nothing_that_the_security_policy_forbids() -> None:
    answer = person().browser().get("/account/authenticator/")
    page = answer.content.decode()
    assert "no-store" in answer["Cache-Control"], "nobody finds the secret in the browser later"
    assert "<svg" in page
    assert "data:" not in page
    assert " style=" not in page


def test_a_password_alone_no_longer_signs_in() -> None:
    maya = person()
    secret = with_factor(maya.member.user)
    client = Client()
    assert sign_in(client)["Location"] == "/sign-in/code/"
    assert client.get("/")["Location"].startswith("/sign-in/")
    sign_in(client)
    assert client.post("/sign-in/code/", {"code": code_of(secret)})["Location"] == "/"
    assert told(maya.member.user_id)[-1] == ("signed_in", "password+totp", "")


def test_a_wrong_code_is_refused_and_kept() -> None:
    maya = person()
    with_factor(maya.member.user)
    client = Client()
    sign_in(client)
    answer = client.post("/sign-in/code/", {"code": "000000"})
    assert "That code does not fit" in text_of(answer)
    assert told(maya.member.user_id) == [("refused", "code", "incorrect_code")]


def test_too_many_wrong_codes_are_answered_without_a_word_of_passwords() -> None:
    maya = person()
    with_factor(maya.member.user)
    client = Client()
    sign_in(client)
    for _ in range(5):
        client.post("/sign-in/code/", {"code": "000000"})
    said = text_of(client.post("/sign-in/code/", {"code": "000000"}))
    assert "Too many failed attempts. Wait five minutes" in said
    assert "have a link mailed" not in said
    assert told(maya.member.user_id)[-1] == ("throttled", "code", "")


def test_a_recovery_code_signs_in_once() -> None:
    maya = person()
    with_factor(maya.member.user)
    codes = Authenticator.objects.get(user=maya.member.user, type="recovery_codes")
    [code, *_] = codes.wrap().get_unused_codes()
    for outcome in (302, 200):
        client = Client()
        sign_in(client)
        assert client.post("/sign-in/code/", {"code": code}).status_code == outcome


def test_a_code_that_was_used_is_not_taken_again() -> None:
    maya = person()
    secret = with_factor(maya.member.user)
    clients = [Client(), Client()]
    for client in clients:
        sign_in(client)
    code = code_of(secret)
    answers = [client.post("/sign-in/code/", {"code": code}) for client in clients]
    assert [answer.status_code for answer in answers] == [302, 200]


def test_the_secret_is_not_stored_as_it_is() -> None:
    maya = person()
    secret = with_factor(maya.member.user)
    stored = Authenticator.objects.get(user=maya.member.user, type="totp").data
    assert secret not in str(stored)


def test_the_account_page_says_what_is_on_and_what_happened() -> None:
    maya = person()
    client = maya.browser()
    assert "Second factor off" in text_of(client.get("/account/"))
    with_factor(maya.member.user)
    words = text_of(client.get("/account/"))
    assert "Second factor on" in words
    assert "Recovery codes 10 left" in words
    assert "Signed in password" in words


def test_an_operator_forgets_a_lost_factor_and_that_is_kept() -> None:
    maya = person()
    with_factor(maya.member.user)
    call_command("forget_second_factor", email=MAIL.upper(), stdout=StringIO())
    assert sign_in(Client())["Location"] == "/"
    assert told(maya.member.user_id)[0] == ("factor_removed", "", "operator")
    with pytest.raises(CommandError, match="no second factor"):
        call_command("forget_second_factor", email=MAIL)
    with pytest.raises(CommandError, match="Nobody signs in"):
        call_command("forget_second_factor", email="nobody@northline.example")


def test_who_is_not_signed_in_sees_no_account() -> None:
    assert Client().get("/account/")["Location"].startswith("/sign-in/")
