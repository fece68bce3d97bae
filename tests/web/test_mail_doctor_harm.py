"""What a mail test must never do: acknowledge, hide an alarm's answer, or stop a mail."""

import logging
import random
from collections.abc import Iterator

import psycopg
import pytest
from django.db import DatabaseError

from shopops.acknowledgments.doctor.steps import Step
from shopops.acknowledgments.models import InboundMail, MailTest
from shopops.alarms.states import AlarmStatus
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import words_of
from tests.support.mail_tests import Surgery, all_tests, open_surgery
from tests.support.pipeline import open_shop

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def surgery(clock: Clock) -> Iterator[Surgery]:
    with open_surgery() as found:
        yield found


def ring_address(surgery: Surgery) -> str:
    """Where the alarm is answered; the newest mail to Maya is the test's."""
    rings = [kept for kept in surgery.desk.sink.mails if "<ring." in kept.message_id]
    return str(rings[-1].mail["Reply-To"])


def assert_still_rings(surgery: Surgery) -> None:
    assert surgery.desk.acknowledged() == []
    assert surgery.desk.state().status is AlarmStatus.RINGING


def test_a_test_code_in_the_answer_to_an_alarm_acknowledges_nothing(surgery: Surgery) -> None:
    surgery.desk.send(surgery.code, to=ring_address(surgery))
    assert surgery.desk.refusals() == ["code_mistyped"]
    assert_still_rings(surgery)
    assert surgery.states[Step.ARRIVED] == "waiting"


def test_an_alarm_s_code_in_the_answer_to_a_test_acknowledges_nothing(surgery: Surgery) -> None:
    surgery.answer(f"{surgery.desk.code}\n{surgery.code}")
    surgery.assert_passed()
    assert_still_rings(surgery)
    assert surgery.desk.refusals() == []


def test_a_test_s_reply_address_is_none_of_an_alarm(surgery: Surgery) -> None:
    surgery.answer(surgery.desk.code)
    assert_still_rings(surgery)
    assert "It acknowledged nothing" in words_of(surgery.desk.answer)


def test_an_answer_to_an_alarm_counts_even_where_it_is_sent_to_a_test_as_well(
    surgery: Surgery,
) -> None:
    to = f"{ring_address(surgery)}, {surgery.reply_to}"
    surgery.answer(surgery.desk.code, to=to)
    assert surgery.desk.state().status is AlarmStatus.SNOOZED


def test_a_tampered_reply_address_belongs_to_no_test(surgery: Surgery) -> None:
    local, _, domain = surgery.reply_to.partition("@")
    other = "a" if local[-3] != "a" else "b"
    surgery.answer(to=f"{local[:-3]}{other}{local[-2:]}@{domain}")
    assert surgery.states[Step.KEPT] == "waiting"


def test_mangled_answers_are_never_an_error_of_ours(surgery: Surgery) -> None:
    chance = random.Random(7)
    for _ in range(40):
        raw = bytearray(surgery.mail())
        for _ in range(chance.randrange(1, 30)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        assert surgery.desk.post(bytes(raw)).status_code == 200
    assert_still_rings(surgery)
    assert not InboundMail.objects.filter(status__in=("failed", "received")).exists()


def test_requests_that_are_turned_away_make_no_rows(surgery: Surgery) -> None:
    for _ in range(5):
        surgery.desk.post(b"x", x_shopops_signature="x")
    assert len(all_tests(surgery.desk)) == 1
    (row,) = all_tests(surgery.desk)
    assert set(row["steps"]) == {"settings", "sent", "arrived"}


def test_a_refused_request_says_nothing_to_another_shop_s_test(surgery: Surgery) -> None:
    other = open_shop("store_southline")
    surgery.desk.post(surgery.mail(), slug=other.slug, x_shopops_signature="x")
    assert surgery.states[Step.ARRIVED] == "waiting"


def test_a_doctor_that_is_broken_stops_no_mail_and_no_answer(
    surgery: Surgery, superuser_dsn: str, caplog: pytest.LogCaptureFixture
) -> None:
    raw = surgery.mail()
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:
        superuser.execute("ALTER TABLE acknowledgments_mailtest RENAME TO gone")
    with caplog.at_level(logging.ERROR):
        assert surgery.desk.post(raw).status_code == 200
        assert surgery.desk.post(raw, x_shopops_signature="x").status_code == 403
        assert surgery.desk.send(surgery.desk.code, to=ring_address(surgery)).status_code == 200
    assert "the mail doctor missed something" in caplog.text
    assert surgery.desk.state().status is AlarmStatus.SNOOZED
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:
        superuser.execute("ALTER TABLE gone RENAME TO acknowledgments_mailtest")


def test_the_database_shows_a_test_to_its_own_shop_only(surgery: Surgery) -> None:
    other = open_shop("store_southline")
    with tenant_scope(other.pk):
        assert not MailTest.objects.exists()
    with tenant_scope(surgery.desk.tenant.pk):
        assert MailTest.objects.count() == 1
    with pytest.raises(DatabaseError, match="tenant"):
        MailTest.objects.exists()
