"""A person sees where they are signed in, and ends what they no longer want."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from shopops.accounts.tasks import purge_sessions
from shopops.tenants.models import Role, Tenant
from shopops.tenants.people import create_member
from tests.support.pages import text_of
from tests.support.signing_in import person, proven, sign_in, told

pytestmark = pytest.mark.django_db
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def test_another_session_is_listed_and_ended() -> None:
    maya = person()
    here = maya.browser()
    there = Client(HTTP_USER_AGENT="Mozilla/5.0 (iPhone) Safari/605.1")
    sign_in(there)
    assert "Safari on iPhone" in text_of(here.get("/account/"))
    other = UserSession.objects.get(session_key=there.session.session_key)
    here.post("/account/sessions/end/", {"session": other.pk})
    assert there.get("/")["Location"].startswith("/sign-in/")
    assert here.get("/").status_code == 302
    assert here.get("/account/").status_code == 200
    assert told(maya.member.user_id)[-1] == ("session_ended", "", "")


def test_all_others_end_at_once() -> None:
    maya = person()
    here, *others = (maya.browser() for _ in range(3))
    here.post("/account/sessions/end/", {"session": "others"})
    assert [client.get("/account/").status_code for client in (here, *others)] == [200, 302, 302]


@pytest.mark.parametrize("asked", ["", "0", "x"])
def test_what_is_no_session_of_one_s_own_is_not_found(asked: str) -> None:
    client = person().browser()
    assert client.post("/account/sessions/end/", {"session": asked}).status_code == 404


def test_who_signs_in_elsewhere_alone_signs_in_again_before_anything_is_changed() -> None:
    client = proven(person(password=None).signed_in(), ago=timedelta(minutes=11))
    refused = client.post("/account/sessions/end/", {"session": "others"})
    assert refused.status_code == 403
    assert "Sign out and in, then go on." in text_of(refused)


def test_what_is_over_is_purged_and_what_is_open_stays() -> None:
    maya = person()
    here, there = maya.browser(), maya.browser()
    Session.objects.filter(pk=there.session.session_key).update(expire_date=LONG_AGO)
    purge_sessions()
    assert [one.session_key for one in UserSession.objects.all()] == [here.session.session_key]
    assert [one.pk for one in Session.objects.all()] == [here.session.session_key]


def test_nobody_ends_another_person_s_session() -> None:
    person().browser()
    noor = person("noor@northline.example").browser()
    [theirs] = UserSession.objects.exclude(session_key=noor.session.session_key)
    assert noor.post("/account/sessions/end/", {"session": theirs.pk}).status_code == 404
    assert UserSession.objects.filter(pk=theirs.pk).exists()


def test_a_new_password_ends_the_other_sessions() -> None:
    maya = person()
    here, there = maya.browser(), maya.browser()
    new = "another-long-password-7"
    form = {"oldpassword": maya.password, "password1": new, "password2": new}
    assert here.post("/account/password/", form).status_code == 302
    assert here.get("/account/").status_code == 200
    assert there.get("/account/")["Location"].startswith("/sign-in/")


def test_times_are_on_the_clock_of_the_person_s_shop_and_named() -> None:
    maya = person()
    maya.member.tenant.timezone = "Asia/Tokyo"
    maya.member.tenant.save()
    client = maya.browser()
    UserSession.objects.update(created_at=datetime(2026, 3, 1, 20, 30, tzinfo=UTC))
    words = text_of(client.get("/account/"))
    assert "Times are in Asia/Tokyo." in words
    assert "since 2026-03-02 05:30" in words
    person(slug="store_southline", mail="other@southline.example")
    create_member(
        tenant=Tenant.objects.get(slug="store_southline"),
        email=maya.mail,
        display_name="Maya",
        role=Role.VIEWER,
    )
    assert "since 2026-03-01 20:30" in text_of(client.get("/account/"))
