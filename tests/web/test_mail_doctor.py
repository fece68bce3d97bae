"""The mail doctor's page: admins send a test and see its steps, others see nothing."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client, override_settings
from pytest_django.live_server_helper import LiveServer

from shopops.acknowledgments.doctor.steps import Step
from shopops.acknowledgments.purging import purge
from shopops.alarms.models import RosterContact
from shopops.demo.mailbox.mails import mails_of
from shopops.tenants.models import Role
from tests.support.alarm_store import alarm_shop
from tests.support.clock import Clock
from tests.support.mail_tests import Surgery, all_tests, open_surgery
from tests.support.mailboxes import mailboxes
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop

POLL = re.compile(r'hx-get="([^"]+)"')
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def surgery(clock: Clock) -> Iterator[Surgery]:
    with open_surgery() as found:
        yield found


@pytest.fixture
def client(surgery: Surgery) -> Client:
    return signed_in(hire(surgery.desk.tenant, "Ada", Role.ADMIN))


def address(slug: str) -> str:
    return f"/t/{slug}/alarms/mail-doctor/"


def page_of(surgery: Surgery) -> str:
    return address(surgery.desk.tenant.slug)


def test_an_admin_sees_the_newest_test_with_its_steps(surgery: Surgery, client: Client) -> None:
    surgery.answer(results="")
    words = text_of(client.get(page_of(surgery)))
    assert "failed First step that failed: Somebody vouches for the sender" in words
    assert "no Authentication-Results header" in words
    assert "maya@oncall.example" in words


def test_an_admin_sends_a_test_to_a_chosen_person(surgery: Surgery, client: Client) -> None:
    contact = RosterContact.objects.get(tenant=surgery.desk.tenant)
    before = len(surgery.desk.sink.mails)
    answer = client.post(page_of(surgery), {"contact": contact.pk}, follow=True)
    assert "waiting Waiting for the answer" in text_of(answer)
    (kept,) = surgery.desk.sink.mails[before:]
    assert kept.recipient == "maya@oncall.example"
    assert kept.mail["Subject"] == "Mail test: please answer with the code"
    assert "By" in text_of(answer)
    assert "Ada" in text_of(answer)


@pytest.mark.parametrize("contact", ["", "x", "0", "9" * 30])
def test_who_is_not_on_the_roster_gets_no_test(
    surgery: Surgery, client: Client, contact: str
) -> None:
    answer = client.post(page_of(surgery), {"contact": contact}, follow=True)
    assert "Choose an address of the roster" in text_of(answer)
    assert len(all_tests(surgery.desk)) == 1


def test_the_steps_are_asked_for_again_until_all_have_passed(
    surgery: Surgery, client: Client, clock: Clock
) -> None:
    poll = f"{page_of(surgery)}?test={surgery.test.pk}"
    headers = {"HX-Request": "true", "HX-Target": "mail-test"}
    part = client.get(poll, headers=headers).content.decode()
    assert "<html" not in part
    assert 'hx-trigger="every 2s"' in part
    again = html.unescape(POLL.search(part)[1])
    assert client.get(again, headers=headers).status_code == 204
    clock.move(minutes=61)
    assert "hx-trigger" not in client.get(poll, headers=headers).content.decode()
    clock.move(minutes=-61)
    surgery.answer()
    part = client.get(again, headers=headers).content.decode()
    assert "Every step passed" in part
    assert "hx-trigger" not in part


def test_the_page_shows_no_secret(surgery: Surgery, client: Client) -> None:
    hidden = "smtps://user:pass-word@mail.example:465"
    with override_settings(SHOPOPS_INBOUND_SECRET="very-secret", SHOPOPS_SMTP_URL=hidden):
        page = client.get(page_of(surgery)).content.decode()
    assert "mail.example:465" in page
    assert "very-secret" not in page
    assert "pass-word" not in page


def test_a_shop_without_a_test_or_a_roster_says_so(clock: Clock) -> None:
    shop = open_shop()
    words = text_of(signed_in(hire(shop, "Ada", Role.ADMIN)).get(address(shop.slug)))
    assert "No test yet" in words
    assert "The roster has no address" in words


def test_another_shop_s_tests_look_as_if_they_never_were(surgery: Surgery) -> None:
    other = open_shop("store_southline")
    client = signed_in(hire(other, "Sven", Role.ADMIN))
    assert client.get(page_of(surgery)).status_code == 404
    theirs = client.get(address(other.slug), {"test": surgery.test.pk})
    none = client.get(address(other.slug), {"test": 10**9})
    assert theirs.status_code == none.status_code == 404
    assert theirs.content == none.content
    contact = RosterContact.objects.get(tenant=surgery.desk.tenant)
    client.post(address(other.slug), {"contact": contact.pk})
    assert len(all_tests(surgery.desk)) == 1


@pytest.mark.parametrize("number", ["x", "-1", "²", "9" * 30])
def test_a_number_that_no_test_has_is_not_found(
    surgery: Surgery, client: Client, number: str
) -> None:
    assert client.get(page_of(surgery), {"test": number}).status_code == 404


def test_after_two_weeks_only_the_outcome_is_left(
    surgery: Surgery, client: Client, clock: Clock
) -> None:
    surgery.answer(results="")
    clock.move(days=15)
    purge()
    (row,) = all_tests(surgery.desk)
    assert (row["recipient"], row["steps"], row["failed_step"]) == ("", {}, Step.SENDER)
    words = text_of(client.get(page_of(surgery)))
    assert "Failed: Somebody vouches for the sender" in words
    assert "Its steps were deleted" in words
    clock.move(days=180)
    purge()
    assert all_tests(surgery.desk) == []


def test_in_the_demo_an_answer_from_the_mailbox_turns_every_step_green(
    clock: Clock, tmp_path: Path, live_server: LiveServer
) -> None:
    shop = alarm_shop(clock, "O-1", slug="northline")
    maya = shop.person("Maya")
    contact = RosterContact.objects.create(
        tenant=shop.tenant, membership=maya, email=maya.user.email, verified_at=clock.now
    )
    client = Client(headers={"host": live_server.url.removeprefix("http://")})
    client.force_login(hire(shop.tenant, "Ada", Role.ADMIN).user)
    with mailboxes(tmp_path) as folder:
        client.post(address(shop.tenant.slug), {"contact": contact.pk})
        [mail] = mails_of(folder, maya.user.email)
        box = f"/demo/mailbox/{maya.user.email}/{mail.name}/"
        chosen = client.get(box).context["chosen"]
        client.post(box, {"text": chosen})
        page = client.get(address(shop.tenant.slug))
        answer, _ = mails_of(folder, maya.user.email)
    assert "passed Every step passed" in text_of(page)
    assert answer.subject == "Mail test: your answer arrived"
    assert page.context["report"].test.outcome == "passed"
