"""Operators see every shop, so their pages take a second factor where the setting says so."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from shopops.tenants.models import Membership, User
from tests.support.pages import signed_in, text_of
from tests.support.signing_in import with_factor

pytestmark = pytest.mark.django_db
PAGES = ("/admin/", "/admin/tenants/user/", "/admin/jsi18n/", "/shops/new/")


@pytest.fixture
def operator(settings: Settings) -> User:
    settings.SHOPOPS_OPERATORS_SECOND_FACTOR = True
    return User.objects.create_superuser("op", "op@site.example", "a-long-password")


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_an_operator_without_a_second_factor_is_led_to_set_one_up(operator: User) -> None:
    client = browser(operator)
    for page in PAGES:
        assert client.get(page)["Location"] == "/account/"
        assert client.post(page)["Location"] == "/account/"
    words = text_of(client.get("/admin/", follow=True))
    assert "Operators’ pages take a second factor, and you have none." in words
    with_factor(operator)
    assert [client.get(page).status_code for page in PAGES] == [200] * len(PAGES)


def test_no_page_of_the_admin_is_open_without_it(operator: User) -> None:
    client = browser(operator)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        assert client.get(reverse(name))["Location"] == "/account/"


def test_where_the_setting_is_off_nobody_is_asked(operator: User, settings: Settings) -> None:
    settings.SHOPOPS_OPERATORS_SECOND_FACTOR = False
    assert browser(operator).get("/admin/").status_code == 200


def test_who_is_no_operator_is_refused_as_ever(operator: User, maya: Membership) -> None:
    client = signed_in(maya)
    with_factor(maya.user)
    assert client.get("/shops/new/").status_code == 403
    assert client.get("/admin/").status_code == 302
