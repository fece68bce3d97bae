"""What else can happen to an answer to a mail test on its way: signatures, crashes, other doors."""

from collections.abc import Iterator

import dkim
import pytest
from django.test import override_settings

from shopops.acknowledgments import handling
from shopops.acknowledgments.doctor.steps import Step
from shopops.acknowledgments.doctor.watch import came_in
from shopops.acknowledgments.inbound import Delivery, look_up_txt, receive
from shopops.acknowledgments.keep import keep
from shopops.acknowledgments.models import InboundMail, InboundRules
from shopops.acknowledgments.reading.message import read_message
from shopops.alarms.models import RosterContact
from tests.support.clock import Clock
from tests.support.dkim_keys import PUBLISHED, SIGNING_KEY
from tests.support.inbound import SERVER
from tests.support.mail_tests import Surgery, open_surgery
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def surgery(clock: Clock) -> Iterator[Surgery]:
    with open_surgery() as found:
        yield found


def published(name: bytes, timeout: int = 5) -> bytes | None:
    return PUBLISHED


def signed(raw: bytes, domain: bytes = b"oncall.example") -> bytes:
    headers = [b"from", b"to", b"subject"]
    signature: bytes = dkim.sign(raw, b"s1", domain, SIGNING_KEY, include_headers=headers)
    return signature + raw


def deliver(surgery: Surgery, raw: bytes) -> None:
    receive(
        tenant=surgery.desk.tenant, delivery=Delivery(raw=raw, source="command"), look_up=published
    )


def test_a_signature_of_the_sender_s_own_domain_vouches(surgery: Surgery) -> None:
    deliver(surgery, signed(surgery.mail(results="")))
    surgery.assert_passed()
    assert "own DKIM signature holds" in surgery.line(Step.SENDER).says
    assert "by command" in surgery.line(Step.ARRIVED).says


def test_a_signature_that_no_longer_holds_is_told(surgery: Surgery) -> None:
    raw = signed(surgery.mail(results=""))
    deliver(surgery, raw.replace(b"Subject: Re: an item", b"Subject: [spam?] Re: an item"))
    surgery.assert_first_failure(Step.SENDER, "does not hold", "byte for byte")


def test_a_signature_of_another_domain_is_told(surgery: Surgery) -> None:
    deliver(surgery, signed(surgery.mail(results=""), b"mailer.example"))
    surgery.assert_first_failure(Step.SENDER, "of another domain")


def test_a_stranger_s_signature_is_not_looked_at(surgery: Surgery) -> None:
    deliver(surgery, signed(surgery.mail(results="", sender="x@oncall.example")))
    surgery.assert_first_failure(Step.SENDER, "was not looked at", "not on the roster")


def test_a_shop_that_takes_mail_on_its_word_is_told_so(surgery: Surgery) -> None:
    InboundRules.objects.create(tenant=surgery.desk.tenant, takes_unproven=True)
    surgery.answer(results="")
    surgery.assert_passed()
    assert "on the word of its From header" in surgery.line(Step.SENDER).says


def test_a_shop_s_own_trusted_server_is_the_one_that_is_named(surgery: Surgery) -> None:
    InboundRules.objects.create(tenant=surgery.desk.tenant, authserv_id="mx.own.example")
    surgery.answer()
    surgery.assert_first_failure(
        Step.SENDER, f"is from `{SERVER}`; this shop trusts `mx.own.example`"
    )


def test_an_address_that_nobody_confirmed_is_told(surgery: Surgery) -> None:
    RosterContact.objects.filter(tenant=surgery.desk.tenant).update(verified_at=None)
    surgery.answer()
    surgery.assert_first_failure(Step.ROSTER, "not confirmed", "Add and confirm")


def test_an_answer_is_followed_whichever_shop_s_door_it_comes_to(surgery: Surgery) -> None:
    other = open_shop("store_southline")
    assert surgery.desk.post(surgery.mail(), slug=other.slug).status_code == 200
    surgery.assert_passed()


def kept_and_left(surgery: Surgery, clock: Clock) -> InboundMail:
    """What a crash leaves behind that comes right after the mail was kept."""
    raw = surgery.mail()
    tenant_id, read = surgery.desk.tenant.pk, read_message(raw)
    delivery = Delivery(raw=raw, source="raw", token="t")
    mail = keep(tenant_id=tenant_id, delivery=delivery, read=read, now=clock.now)
    came_in(tenant_id, read, way="raw", is_kept=True)
    assert mail is not None
    return mail


def test_an_answer_that_a_crash_left_behind_is_waited_for_and_judged_later(
    surgery: Surgery, clock: Clock
) -> None:
    kept_and_left(surgery, clock)
    assert "tried again every minute" in surgery.line(Step.READ).says
    clock.move(minutes=2)
    handling.handle_waiting(look_up=look_up_txt)
    surgery.assert_passed()


def test_an_answer_that_can_never_be_handled_is_told(surgery: Surgery, clock: Clock) -> None:
    mail = kept_and_left(surgery, clock)
    InboundMail.objects.filter(pk=mail.pk).update(tries=handling.MOST_TRIES)
    clock.move(minutes=2)
    handling.handle_waiting(look_up=look_up_txt)
    surgery.assert_first_failure(Step.READ, "could not be handled", "in the log")


@override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[])
def test_a_test_of_another_secret_is_no_test(surgery: Surgery) -> None:
    with override_settings(SECRET_KEY="changed-since"):
        surgery.answer()
    assert str(surgery.line(Step.KEPT).state) == "waiting"
