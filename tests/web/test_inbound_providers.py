"""Mailgun and Postmark from end to end, in the shapes that they post."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.test.client import encode_multipart

from shopops.acknowledgments.checks import check_inbound
from shopops.acknowledgments.models import InboundMail, InboundToken, MailStatus
from shopops.acknowledgments.providers import PROVIDERS
from shopops.alarms.states import AlarmStatus
from shopops.tenants.sealing import Purpose, unseal
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.webhooks import (
    AUTHORIZED,
    BASIC_AUTH,
    SETTINGS,
    mailgun_form,
    post_mailgun,
    post_postmark,
    postmark_json,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with override_settings(**SETTINGS), open_desk() as found:
        yield found


def mailgun(desk: Desk, form: dict[str, str]) -> HttpResponse:
    return post_mailgun(desk.client, desk.tenant.slug, form)


def postmark(desk: Desk, event: Any, **more: Any) -> HttpResponse:
    return post_postmark(desk.client, desk.tenant.slug, event, **more)


def assert_acknowledged_once(desk: Desk, source: str) -> None:
    assert len(desk.acknowledged()) == 1
    assert desk.state().status is AlarmStatus.SNOOZED
    assert f"[{desk.code}]" in desk.words
    assert (desk.kept.status, desk.kept.source) == (MailStatus.ACKNOWLEDGED, source)


def assert_no_row(desk: Desk) -> None:
    desk.assert_untouched()
    assert not InboundMail.objects.exists()
    assert not InboundToken.objects.exists()


def test_an_answer_that_mailgun_posts_acknowledges_and_is_answered(
    desk: Desk, clock: Clock
) -> None:
    assert mailgun(desk, mailgun_form(desk.mail(), now=clock.now)).status_code == 200
    assert_acknowledged_once(desk, "mailgun")


def test_an_answer_that_postmark_posts_acknowledges_and_is_answered(desk: Desk) -> None:
    assert postmark(desk, postmark_json(desk.mail())).status_code == 200
    assert_acknowledged_once(desk, "postmark")


def test_a_mail_of_any_bytes_is_kept_as_it_was_posted_to_mailgun(desk: Desk, clock: Clock) -> None:
    """Its signature would not hold for anything else."""
    form = mailgun_form(desk.mail(), now=clock.now) | {"body-mime": "the mail"}
    raw = desk.mail() + b"\r\nr\xe9sum\xe9 \xff\r\n"
    posted = encode_multipart("B", form).replace(b"the mail", raw)
    path = f"/inbound/{desk.tenant.slug}/mailgun/mime"
    kind = "multipart/form-data; boundary=B"
    answer = desk.client.post(path, posted, content_type=kind, **AUTHORIZED)
    assert answer.status_code == 200
    assert unseal(bytes(desk.kept.sealed or b""), purpose=Purpose.INBOUND_MAIL) == raw
    assert len(desk.acknowledged()) == 1


@pytest.mark.parametrize("field", ["signature", "token", "timestamp"])
@pytest.mark.parametrize("at", [0, -1])
def test_one_flipped_character_of_what_mailgun_signs_is_refused_and_leaves_no_row(
    desk: Desk, clock: Clock, field: str, at: int
) -> None:
    form = mailgun_form(desk.mail(), now=clock.now)
    characters = list(form[field])
    characters[at] = "0" if characters[at] != "0" else "1"
    form[field] = "".join(characters)
    assert 400 <= mailgun(desk, form).status_code < 500
    assert_no_row(desk)


def test_a_mailgun_post_without_its_signature_is_refused(desk: Desk, clock: Clock) -> None:
    form = mailgun_form(desk.mail(), now=clock.now)
    del form["signature"]
    assert mailgun(desk, form).status_code == 403
    assert_no_row(desk)


def test_a_mailgun_token_is_good_once_whatever_mail_comes_with_it(desk: Desk, clock: Clock) -> None:
    """Mailgun signs the time and the token, not the mail."""
    mailgun(desk, mailgun_form(desk.mail("ALL\n"), now=clock.now))
    again = mailgun(desk, mailgun_form(desk.mail(), now=clock.now))
    assert (again.status_code, again.content) == (200, b"It came before.\n")
    assert desk.acknowledged() == []
    assert InboundMail.objects.count() == 1


@pytest.mark.parametrize("away", [timedelta(minutes=-61), timedelta(minutes=6)])
def test_a_mailgun_token_that_is_too_old_or_of_the_future_is_refused(
    desk: Desk, clock: Clock, away: timedelta
) -> None:
    form = mailgun_form(desk.mail(), now=clock.now + away)
    assert mailgun(desk, form).status_code == 403
    assert_no_row(desk)


def test_postmark_without_the_password_is_refused_and_leaves_no_row(desk: Desk) -> None:
    assert postmark(desk, postmark_json(desk.mail()), authorized=False).status_code == 403
    assert_no_row(desk)


@pytest.mark.parametrize("at", [0, BASIC_AUTH.index(":") - 1, BASIC_AUTH.index(":") + 1, -1])
def test_one_flipped_byte_of_postmarks_user_or_password_is_refused_and_leaves_no_row(
    desk: Desk, at: int
) -> None:
    characters = list(BASIC_AUTH)
    characters[at] = chr(ord(characters[at]) ^ 1)
    answer = postmark(desk, postmark_json(desk.mail()), basic_auth="".join(characters))
    assert 400 <= answer.status_code < 500
    assert_no_row(desk)


def test_a_mail_that_postmark_posts_twice_is_dropped_the_second_time(desk: Desk) -> None:
    event = postmark_json(desk.mail())
    postmark(desk, event)
    assert postmark(desk, event).content == b"It came before.\n"
    assert_acknowledged_once(desk, "postmark")


def test_the_null_return_path_that_a_provider_tells_of_marks_an_automatic_answer(
    desk: Desk, clock: Clock
) -> None:
    mailgun(desk, mailgun_form(desk.mail(), now=clock.now, sender=""))
    postmark(desk, postmark_json(desk.mail(), path="<>"))
    desk.assert_untouched()
    kept = InboundMail.objects.values_list("status", "reason")
    assert set(kept) == {(MailStatus.DROPPED, "null_return_path")}


def test_what_a_provider_says_that_the_text_is_does_not_count(desk: Desk) -> None:
    event = postmark_json(desk.mail("thanks\n")) | {"StrippedTextReply": desk.code}
    postmark(desk, event)
    assert desk.acknowledged() == []


@pytest.mark.parametrize("event", [[], 7, None, "x", {}, {"RecordType": "Bounce"}, {"Headers": 3}])
def test_what_postmark_would_never_post_is_refused_and_no_server_error(
    desk: Desk, event: Any
) -> None:
    answer = postmark(desk, json.dumps(event))
    assert 200 <= answer.status_code < 500
    desk.assert_untouched()


def test_a_provider_that_is_not_switched_on_is_not_found(desk: Desk) -> None:
    with override_settings(SHOPOPS_INBOUND=["raw"]):
        assert postmark(desk, postmark_json(desk.mail())).status_code == 404
    assert_no_row(desk)


@pytest.mark.parametrize("name", sorted(PROVIDERS))
def test_a_provider_without_its_secret_is_a_failing_check_and_takes_nothing(
    desk: Desk, name: str
) -> None:
    with override_settings(SHOPOPS_INBOUND=[name], ANYMAIL={}):
        (problem,) = check_inbound()
        assert problem.id == "shopops.E031"
        assert desk.client.post(f"/inbound/{desk.tenant.slug}/{name}").status_code == 403
    assert_no_row(desk)


def test_production_without_a_secret_for_raw_mail_is_a_failing_check(desk: Desk) -> None:
    raw = desk.mail()
    with override_settings(
        SHOPOPS_INBOUND=["raw"], SHOPOPS_INBOUND_SECRET="", SHOPOPS_ENV="production"
    ):
        assert [problem.id for problem in check_inbound()] == ["shopops.E032"]
        answer = desk.client.post(
            f"/inbound/{desk.tenant.slug}/raw",
            raw,
            content_type="message/rfc822",
            HTTP_X_SHOPOPS_SIGNATURE="x",
        )
    assert answer.status_code == 403
    assert_no_row(desk)


def test_a_way_in_that_does_not_exist_is_a_failing_check(desk: Desk) -> None:
    with override_settings(SHOPOPS_INBOUND=["pigeon"]):
        assert [problem.id for problem in check_inbound()] == ["shopops.E030"]


@pytest.mark.parametrize(
    ("ways", "name", "ids"),
    [
        (["raw"], "mx.in.example", []),
        (["raw", "mailgun"], "", []),
        (["raw", "mailgun"], "mx.in.example", ["shopops.W033"]),
    ],
)
def test_one_trusted_name_for_several_ways_in_is_warned_of(
    settings: Any, ways: list[str], name: str, ids: list[str]
) -> None:
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": "key"}
    settings.SHOPOPS_INBOUND, settings.SHOPOPS_AUTHSERV_ID = ways, name
    assert [problem.id for problem in check_inbound()] == ids
