"""Ringing against a real mail server and the real database: who is told of what, and when."""

import re
from collections.abc import Iterator
from datetime import time, timedelta

import pytest

from shopops.alarms.codes import shown
from shopops.alarms.config import EscalationStep, Maintenance, QuietHours
from shopops.alarms.models import MailState, RingMail, RosterContact
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from shopops.tenants.models import Membership
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    mail_server,
    observe,
    on_call,
    raises,
    set_numbers,
    state_of,
)
from tests.support.smtp_sink import Sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
CODE = re.compile(r"\[[0-9A-Z]{5}-[0-9A-Z]{5}\]")


@pytest.fixture
def sink(clock: Clock) -> Iterator[Sink]:
    with mail_server() as found:
        yield found


def key(member: Membership) -> str:
    return bytes(member.identity_key).hex()


def recipients(sink: Sink) -> list[str]:
    return [kept.recipient.partition("@")[0] for kept in sink.mails]


def test_a_due_item_is_mailed_and_then_raised(sink: Sink) -> None:
    shop = open_shop()
    maya = on_call(shop)
    (item,) = observe(shop, "O-1")
    tally = ring_all()
    assert (tally.accepted, tally.failed) == (1, 0)
    (kept,) = sink.mails
    assert kept.recipient == "maya@oncall.example"
    (raised,) = raises(shop)
    assert raised["told"] == key(maya)
    assert raised["message"] == kept.message_id
    assert raised["order"] == "O-1"
    assert state_of(item).status is AlarmStatus.RINGING
    assert state_of(item).told == (key(maya),)
    assert_projection_agrees(item)
    assert RingMail.objects.get().state == MailState.ACCEPTED


def test_what_is_not_due_is_not_looked_at(sink: Sink) -> None:
    shop = open_shop()
    on_call(shop)
    observe(shop, "O-1", waits=True)
    assert ring_all().tried == 0
    assert sink.connections == 0


def test_an_item_that_needs_approval_rings_after_the_shops_delay(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop)
    observe(shop, "O-1", waits=True)
    clock.move(minutes=119)
    assert ring_all().accepted == 0
    clock.move(minutes=1)
    assert ring_all().accepted == 1


def test_a_persons_due_items_are_told_in_one_mail_each_with_its_code(sink: Sink) -> None:
    shop = open_shop()
    on_call(shop)
    items = observe(shop, "O-1", "O-2", "O-3")
    ring_all()
    (kept,) = sink.mails
    text = kept.mail.get_body(("plain",)).get_content()
    assert sorted(CODE.findall(text)) == sorted(f"[{shown(item.code)}]" for item in items)
    assert len(raises(shop)) == 3
    for item in items:
        assert_projection_agrees(item)


def test_two_shops_are_told_apart(sink: Sink) -> None:
    north, south = open_shop("northline"), open_shop("southline")
    on_call(north, "Maya")
    on_call(south, "Per")
    observe(north, "O-1")
    observe(south, "O-1")
    assert ring_all(tenant_id=south.pk).accepted == 1
    assert recipients(sink) == ["per"]
    assert ring_all().accepted == 1
    assert recipients(sink) == ["per", "maya"]
    codes = [CODE.findall(kept.data.decode())[0] for kept in sink.mails]
    assert codes[0] != codes[1]


def test_a_rung_item_rings_again_after_the_interval_with_the_same_code_and_another_name(
    sink: Sink, clock: Clock
) -> None:
    shop = open_shop()
    on_call(shop)
    (item,) = observe(shop, "O-1")
    ring_all()
    assert ring_all().tried == 0
    clock.move(minutes=59)
    assert ring_all().tried == 0
    clock.move(minutes=1)
    assert ring_all().accepted == 1
    first, second = sink.mails
    assert first.message_id != second.message_id
    assert CODE.findall(first.data.decode()) == CODE.findall(second.data.decode())
    assert "People were told 1 time before." in second.data.decode()
    assert state_of(item).rings == 2


def test_after_downtime_every_item_rings_once(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop)
    observe(shop, "O-1", "O-2")
    ring_all()
    clock.move(days=3, minutes=7)
    ring_all()
    assert ring_all().tried == 0
    assert len(sink.mails) == 2
    assert len(raises(shop)) == 4


def test_quiet_hours_hold_the_mail_and_nothing_is_lost(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop)
    local = clock.now.time()
    end = (clock.now + timedelta(hours=2)).time()
    set_numbers(shop, quiet_hours=QuietHours(start=time(local.hour, local.minute), end=end))
    (item,) = observe(shop, "O-1")
    assert ring_all().tried == 0
    clock.move(hours=1)
    assert ring_all().tried == 0
    assert state_of(item).step == 0
    clock.move(hours=1)
    assert ring_all().accepted == 1
    assert ring_all().tried == 0


def test_what_was_due_before_quiet_hours_is_held_by_them_too(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop)
    start, end = clock.now + timedelta(minutes=10), clock.now + timedelta(minutes=70)
    set_numbers(shop, quiet_hours=QuietHours(start=start.time(), end=end.time()))
    observe(shop, "O-1")
    clock.move(minutes=20)
    assert ring_all().tried == 0
    clock.move(minutes=50)
    assert ring_all().accepted == 1


def test_maintenance_holds_the_mail(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop)
    observe(shop, "O-1")
    window = Maintenance(start=clock.now, end=clock.now + timedelta(minutes=30))
    set_numbers(shop, maintenance=(window,))
    assert ring_all().tried == 0
    clock.move(minutes=30)
    assert ring_all().accepted == 1


def test_a_shorter_interval_applies_to_what_rings_already(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop)
    (item,) = observe(shop, "O-1")
    ring_all()
    set_numbers(shop, interval_minutes=10)
    clock.move(minutes=10)
    assert ring_all().accepted == 1
    assert_projection_agrees(item)


def test_nobody_acknowledges_so_the_next_step_is_told(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    for step, name in enumerate(("Maya", "Per", "Ida")):
        on_call(shop, name, step=step)
    steps = tuple(
        EscalationStep(step=step, rings=rings) for step, rings in ((0, 2), (1, 1), (2, 1))
    )
    set_numbers(shop, escalation=steps)
    (item,) = observe(shop, "O-1")
    for _ in range(5):
        ring_all()
        clock.move(minutes=60)
    assert recipients(sink) == ["maya", "maya", "per", "ida", "ida"]
    assert "the next person is told" in sink.mails[1].data.decode()
    assert state_of(item).exhausted
    assert_projection_agrees(item)


def test_people_of_one_step_take_turns(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    on_call(shop, "Maya")
    on_call(shop, "Per")
    observe(shop, "O-1")
    for _ in range(2):
        ring_all()
        clock.move(minutes=60)
    assert recipients(sink) == ["maya", "per"]


def test_who_left_the_roster_is_not_rung(sink: Sink) -> None:
    shop = open_shop()
    maya = on_call(shop, "Maya")
    on_call(shop, "Per", step=1)
    RosterContact.objects.filter(membership=maya).update(active=False)
    observe(shop, "O-1")
    ring_all()
    assert recipients(sink) == ["per"]


def test_hundreds_of_items_go_out_in_batches(sink: Sink) -> None:
    shop = open_shop()
    on_call(shop)
    for hundred in range(2):
        observe(shop, *(f"O-{hundred}-{number}" for number in range(125)))
    tally = ring_all()
    assert len(raises(shop)) == 250
    assert tally.accepted == len(sink.mails) == 13  # 100, 100 and 50 items, twenty to a mail
    assert sink.connections == 1
