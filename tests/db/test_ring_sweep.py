"""Ringing against a real mail server and the real database: what is told, and what is written."""

from collections.abc import Iterator

import pytest

from shopops.alarms.models import MailState, RingMail
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    mail_server,
    observe,
    on_call,
    raises,
    state_of,
)
from tests.support.smtp_sink import Sink

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sink() -> Iterator[Sink]:
    with mail_server() as found:
        yield found


def test_a_due_item_is_mailed_and_then_raised(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    maya = on_call(shop)
    (item,) = observe(shop, "O-1")
    tally = ring_all()
    assert (tally.accepted, tally.failed) == (1, 0)
    (kept,) = sink.mails
    assert kept.recipient == "maya@oncall.example"
    (raised,) = raises(shop)
    assert raised["told"] == bytes(maya.identity_key).hex()
    assert raised["message"] == kept.message_id
    assert state_of(item).status is AlarmStatus.RINGING
    assert_projection_agrees(item)
    assert RingMail.objects.get().state == MailState.ACCEPTED
