"""A customer's mail and its answer, over real servers: out by SMTP, read in a mailbox, answered
there, in by the signed webhook, and on the order's page."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from shopops.demo.mailbox.mails import mails_of
from tests.support.carrying import carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND
from tests.support.mailboxes import mailboxes
from tests.support.pages import text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
INES = "ines@example.com"


def test_what_a_customer_answers_stands_on_the_page_and_the_next_mail_is_in_the_thread(
    tmp_path: Path, clock: Clock, live_server: LiveServer
) -> None:
    customer = Client(headers={"host": live_server.url.removeprefix("http://")})
    with (
        mailboxes(tmp_path) as folder,
        carrying([ORDER], folder=tmp_path, clock=clock) as shop,
    ):
        shop.approve(ORDER, MAIL)
        assert shop.run().succeeded == 1
        [mail] = mails_of(folder, INES)
        address = f"/demo/mailbox/{INES}/{mail.name}/"
        assert f"{settings.SHOPOPS_SITE_URL}/choose/" in text_of(customer.get(address))
        said = "The money back, please. I moved."
        answered = customer.post(address, {"text": said}, follow=True)
        assert "Your answer has arrived." in text_of(answered)
        page = text_of(shop.room.client().get(shop.room.page_of(ORDER)))
        assert "The customer wrote" in page
        assert f"“{said}”" in page
        shop.approve(ORDER, MAIL, REFUND)
        assert shop.run().succeeded == 2
        newest, oldest = mails_of(folder, INES)
    assert oldest.message_id == mail.message_id
    assert "We are refunding you to the payment method you used." in newest.text
    assert newest.subject == oldest.subject
