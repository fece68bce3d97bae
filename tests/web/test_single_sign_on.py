"""Single sign-on with a provider that speaks OpenID Connect. It opens accounts and makes none."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import Settings

from shopops.settings.environment import Environment, SettingRefused
from shopops.settings.sign_in import origins, providers
from shopops.tenants.models import User
from tests.support.openid_double import CLIENT_ID, CLIENT_SECRET, OpenIdDouble, openid_double
from tests.support.pages import text_of
from tests.support.signing_in import MAIL, person, sign_in, told, with_factor

pytestmark = pytest.mark.django_db
START = "/sign-in/with/sso/login/"
SUBJECT = "subject-1"
Answer = Any  # what the test client makes of a response


def _environment(issuer: str, **other: str) -> Environment:
    return Environment(
        {
            "SHOPOPS_OIDC_ISSUER": issuer,
            "SHOPOPS_OIDC_CLIENT_ID": CLIENT_ID,
            "SHOPOPS_OIDC_CLIENT_SECRET": CLIENT_SECRET,
            "SHOPOPS_OIDC_NAME": "Northline",
            **other,
        }
    )


@pytest.fixture(scope="module")
def running() -> Iterator[OpenIdDouble]:
    with openid_double() as double:
        yield double


@pytest.fixture
def provider(running: OpenIdDouble, settings: Settings) -> OpenIdDouble:
    running.person = {"sub": SUBJECT, "email": MAIL, "email_verified": True}
    found = providers(_environment(running.issuer), production=False)
    settings.SOCIALACCOUNT_PROVIDERS = found
    return running


def _arrive(client: Client, path: str = START) -> Answer:
    """Off to the provider and back, as a browser goes."""
    away = client.post(path)["Location"]
    back = requests.get(away, allow_redirects=False, timeout=5).headers["Location"]
    parts = urlsplit(back)
    return client.get(f"{parts.path}?{parts.query}")


def test_who_has_an_account_is_signed_in_by_the_verified_address(provider: OpenIdDouble) -> None:
    maya, client = person(MAIL.upper()), Client()
    assert "Sign in with Northline" in text_of(client.get("/sign-in/"))
    assert _arrive(client)["Location"] == "/"
    assert client.get("/")["Location"] == "/t/store_northline/review/"
    kinds = told(maya.member.user_id)
    assert kinds == [("provider_connected", "sso", ""), ("signed_in", "sso", "")]
    assert sign_in(Client()).status_code == 302, "the password goes on working"


def test_the_next_time_the_provider_s_own_id_decides(provider: OpenIdDouble) -> None:
    person()
    _arrive(Client())
    provider.person["email"] = "renamed@northline.example"
    assert _arrive(Client())["Location"] == "/"
    assert SocialAccount.objects.get().uid == SUBJECT


@pytest.mark.parametrize(
    "claims",
    [
        {"email": MAIL, "email_verified": False},
        {"email": MAIL},
        {"email": "nobody@northline.example", "email_verified": True},
        {"email": MAIL.replace("i", "ı"), "email_verified": True},
        {"email": MAIL.replace("m", "ｍ"), "email_verified": True},
        {},
    ],
)
def test_without_a_verified_address_that_has_an_account_nobody_comes_in(
    provider: OpenIdDouble, claims: dict[str, Any]
) -> None:
    person()
    provider.person = {"sub": SUBJECT, **claims}
    client = Client()
    refused = _arrive(client)
    assert refused.status_code == 403
    assert "Ask an administrator of your shop to invite you" in text_of(refused)
    assert client.get("/")["Location"].startswith("/sign-in/")
    assert (User.objects.count(), SocialAccount.objects.count()) == (1, 0)
    assert told(None) == [("refused", "sso", "no_account")]


def test_a_second_factor_is_asked_for_all_the_same(provider: OpenIdDouble) -> None:
    with_factor(person().member.user)
    client = Client()
    assert _arrive(client)["Location"] == "/sign-in/code/"
    assert client.get("/")["Location"].startswith("/sign-in/")


def test_an_answer_that_nobody_asked_for_signs_nobody_in(provider: OpenIdDouble) -> None:
    person()
    client = Client()
    answer = client.get(f"{START}callback/?code=stolen&state=made-up")
    assert "Single sign-on did not work out" in text_of(answer)
    assert client.get("/")["Location"].startswith("/sign-in/")


def test_it_begins_with_a_form_and_no_link(provider: OpenIdDouble) -> None:
    assert Client().get(START).status_code == 200


def test_nobody_connects_another_identity_to_an_account(provider: OpenIdDouble) -> None:
    client = person().browser()
    provider.person = {"sub": "another", "email": "else@where.example", "email_verified": True}
    assert _arrive(client, f"{START}?process=connect").status_code == 403
    assert not SocialAccount.objects.exists()


def test_the_security_policy_lets_the_form_lead_to_the_provider() -> None:
    found = providers(_environment("https://id.northline.example/realms/one"), production=True)
    assert origins(found) == ["https://id.northline.example"]


def test_half_of_the_settings_stop_the_start() -> None:
    with pytest.raises(SettingRefused, match="SHOPOPS_OIDC_CLIENT_SECRET"):
        providers(
            _environment("https://id.example", SHOPOPS_OIDC_CLIENT_SECRET=""), production=True
        )
    with pytest.raises(SettingRefused, match="https"):
        providers(_environment("http://id.example"), production=True)
