"""A signed mail is good once, whatever of it somebody else can change."""

from collections.abc import Iterator

import pytest

from shopops.acknowledgments.models import InboundMail
from shopops.alarms.roster import put_contact
from shopops.alarms.states import AlarmStatus
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.inbound_outcomes import assert_refused
from tests.support.pipeline import hire
from tests.support.ringing import AUTHORED

pytestmark = pytest.mark.django_db(transaction=True)
DATE = "Date: Mon, 30 Nov 2026 10:00:00 +0000"


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


@pytest.mark.parametrize(
    ("change", "status", "reason"),
    [
        ((b"<one@", b"<two@"), "dropped", "repeated"),
        ((b"Message-ID: <one@oncall.example>\r\n", b""), "dropped", "repeated"),
        ((b"10:00:00 +0000", b" 10:00:00  +0000"), None, None),
        ((b"Subject: ", b"Subject:  "), None, None),
        ((b"Date: ", b"Message-ID: <two@oncall.example>\r\nDate: "), "held", "broken_headers"),
        ((b"Date: ", b"Date: Tue, 1 Dec 2026 10:00:00 +0000\r\nDate: "), "held", "broken_headers"),
        ((b"Date: ", b"Content-Type: text/html\r\nDate: "), "held", "broken_headers"),
    ],
)
def test_a_copy_of_an_answered_mail_snoozes_nothing_when_the_item_rings_again(
    desk: Desk,
    clock: Clock,
    change: tuple[bytes, bytes],
    status: str | None,
    reason: str | None,
) -> None:
    raw = desk.mail("", DATE, message_id="<one@oncall.example>")
    desk.post(raw)
    assert desk.state().status is AlarmStatus.SNOOZED
    clock.move(hours=5)
    desk.ring()
    copy = raw.replace(*change) + b" \r\n"
    assert copy != raw
    desk.post(copy)
    assert desk.state().status is AlarmStatus.RINGING
    assert desk.new_rows() == [[]]
    assert len(desk.answers) == 1
    if status:
        newest = InboundMail.objects.latest("pk")
        assert (newest.status, newest.reason) == (status, reason)


def test_the_same_words_at_another_time_are_another_answer(desk: Desk, clock: Clock) -> None:
    desk.send("", DATE)
    clock.move(hours=5)
    desk.ring()
    desk.send("", DATE.replace("10:00", "15:00"))
    assert desk.state().status is AlarmStatus.SNOOZED
    assert len(desk.answers) == 2


def test_a_forged_copy_that_comes_first_does_not_take_the_real_ones_place(desk: Desk) -> None:
    raw = desk.mail("", DATE)
    desk.post(raw.replace(b"dmarc=pass", b"dmarc=fail"))
    assert desk.state().status is AlarmStatus.RINGING
    desk.post(raw)
    assert desk.state().status is AlarmStatus.SNOOZED


def test_an_answer_from_a_mailbox_that_two_people_share_is_refused_with_a_reply(
    desk: Desk,
) -> None:
    for name in ("Per", "Kim"):
        put_contact(
            person=hire(desk.tenant, name),
            email="team@oncall.example",
            step=1,
            author=None,
            shared=True,
            verified_at=AUTHORED,
        )
    desk.send(sender="team@oncall.example")
    assert_refused(desk, "shared_mailbox")
    assert desk.answers[0].recipient == "team@oncall.example"
