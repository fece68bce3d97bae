"""The customer's mail goes to a mail server that answers, once, and says what was approved."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pytest_django import Settings

from shopops.agents.records import Channel
from shopops.connections.models import CarriesOut
from shopops.connections.settings import reader_of
from shopops.connectors.models import Suppressed
from shopops.connectors.suppression import ref_of
from shopops.execution import commands, hands, refusals
from shopops.execution.due import take
from shopops.execution.gate import pass_gate
from shopops.execution.mail_back import came_back
from shopops.execution.mail_writer import MailWriter
from shopops.execution.plan import Step
from shopops.execution.sending import begin
from shopops.execution.sources import read_again
from shopops.outbox.models import Attempt
from shopops.outbox.states import Ended, Purpose, State
from shopops.review.detail.page import detail_of
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND
from tests.support.smtp_sink import Answer, Sink, smtp_sink

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CALM = "O-1002"


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    with smtp_sink() as running:
        settings.SHOPOPS_SMTP_URL = running.url
        yield running


@pytest.fixture
def shop(tmp_path: Path, clock: Clock, sink: Sink) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


@pytest.fixture
def waiting(shop: Carrying, sink: Sink) -> Carrying:
    """The mail passed the gate, and the server had no room at first."""
    sink.script.append(Answer.REJECT_DATA)
    shop.approve(ORDER, MAIL, REFUND)
    tally = shop.run()
    assert (tally.succeeded, tally.later) == (1, 1)
    return shop


def previewed(shop: Carrying) -> str:
    proposal = shop.room.proposal(ORDER)
    with tenant_scope(shop.room.shop.pk):
        detail = detail_of(shop.room.shop.pk, proposal.pk, shop.clock.now)
        return detail.mails[0].letter.text


def test_a_mail_whose_evidence_is_old_goes_once_the_order_was_read_again(
    shop: Carrying, sink: Sink
) -> None:
    shop.room.numbers(evidence_max_age_hours=1)
    shop.room.resolve(ORDER)
    shop.approve(ORDER, MAIL)
    assert shop.run_later(minutes=70).succeeded == 1
    assert len(sink.mails) == 1


def test_what_was_approved_reaches_the_customer_once_and_after_the_money(
    shop: Carrying, sink: Sink
) -> None:
    shop.approve(ORDER, MAIL, REFUND)
    assert shop.run().succeeded == 2
    [kept] = sink.mails
    mail = shop.effects()[1]
    assert mail.state == State.SUCCEEDED
    assert mail.remote_id == kept.message_id
    assert kept.recipient == "ines@example.com"
    said = kept.mail.get_content().replace("\r\n", "\n").strip()
    assert said == previewed(shop)
    assert "We are refunding you to the payment method you used.\n\nThat is 129.00 USD." in said
    assert kept.mail["From"].addresses[0].display_name == shop.room.shop.name
    assert shop.run().succeeded == 0
    assert len(sink.mails) == 1


def test_a_lost_answer_is_in_doubt_rings_and_goes_again_only_when_a_person_says_so(
    shop: Carrying, sink: Sink
) -> None:
    sink.script.append(Answer.KEEP_AND_HANG_UP)
    shop.approve(ORDER, MAIL)
    assert shop.run().unknown == 1
    effect = shop.effect()
    assert (effect.state, effect.code, effect.next_at) == (State.UNKNOWN, "mail_in_doubt", None)
    assert shop.alarms() == [("outcome_unknown", "due_new")]
    assert shop.run_later(hours=5).unknown == 0
    by = shop.room.person("Maya")
    commands.retry(
        tenant_id=shop.room.shop.pk, effect_id=effect.pk, by=by, reason="not in her inbox"
    )
    assert shop.run().succeeded == 1
    first, second = sink.mails
    assert first.data == second.data
    assert shop.attempts() == [(Purpose.SEND, Ended.UNKNOWN), (Purpose.SEND, Ended.DONE)]
    assert shop.alarms() == [("outcome_unknown", "none")]


def test_what_may_have_arrived_goes_again_as_it_was_also_past_a_try_that_did_not(
    shop: Carrying, sink: Sink
) -> None:
    sink.script += [Answer.KEEP_AND_HANG_UP, Answer.REJECT_DATA]
    shop.approve(ORDER, MAIL)
    shop.run()
    by, effect = shop.room.person("Maya"), shop.effect()
    commands.retry(tenant_id=shop.room.shop.pk, effect_id=effect.pk, by=by, reason="try")
    assert shop.run().later == 1
    assert shop.run_later(minutes=5).succeeded == 1
    first, second = sink.mails
    assert first.data == second.data


def test_a_refused_address_fails_for_good_and_a_busy_server_is_tried_again(
    shop: Carrying, sink: Sink
) -> None:
    sink.script.append(Answer.REJECT_DATA)
    shop.approve(ORDER, MAIL)
    assert shop.run().later == 1
    sink.script.append(Answer.REJECT_RECIPIENT)
    assert shop.run_later(minutes=5).failed == 1
    assert (shop.effect().code, sink.mails) == ("no_such_address", [])
    assert shop.alarms() == [("not_carried_out", "due_new")]


def test_what_is_sent_was_sealed_before_the_server_heard_a_word(shop: Carrying) -> None:
    shop.approve(ORDER, MAIL)
    shop.run()
    attempt = Attempt.objects.get()
    assert attempt.request is not None
    assert b"ines" not in bytes(attempt.request)


def test_that_the_shop_shows_our_own_refund_by_now_changes_no_mail(
    waiting: Carrying, sink: Sink
) -> None:
    room = waiting.room
    reader = reader_of(waiting.connection)
    assert reader is not None
    read_again(tenant_id=room.shop.pk, reader=reader, order_id=ORDER, now=waiting.clock.now)
    assert waiting.run_later(minutes=5).succeeded == 1
    assert (
        "We are refunding you to the payment method you used." in sink.mails[0].mail.get_content()
    )


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"opted_out": True}, "opted_out"),
        ({"preferred_channel": Channel.SMS}, "channel_changed"),
        ({"language": "de"}, "evidence_changed"),
        ({"email": None}, "evidence_changed"),
    ],
)
def test_what_changed_since_the_gate_keeps_the_mail_from_going_and_rings(
    waiting: Carrying, sink: Sink, changed: dict[str, Any], code: str
) -> None:
    room = waiting.room
    customer = room.oms.orders[ORDER].customer
    assert customer is not None
    room.now = waiting.clock.now
    room.change(ORDER, customer=replace(customer, **changed))
    assert waiting.run_later(minutes=5).failed == 1
    assert (waiting.effects()[1].code, sink.mails) == (code, [])
    assert waiting.alarms() == [("not_carried_out", "due_new")]


def test_a_mail_that_came_back_while_its_process_died_is_still_settled_by_a_person(
    shop: Carrying, sink: Sink
) -> None:
    shop.approve(ORDER, MAIL)
    tenant, effect = shop.room.shop, shop.effect()
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    assert begin(tenant, effect.pk, Step.SEND, MailWriter()) is not None
    now = shop.clock.now
    with tenant_scope(tenant.pk):
        came_back(hands.hold(tenant, effect.pk, now), said="5.1.1", now=now)
    asked: dict[str, Any] = {
        "tenant_id": tenant.pk,
        "effect_id": effect.pk,
        "by": shop.room.person(),
    }
    with pytest.raises(refusals.InHand):
        commands.give_up(**asked, reason="They moved")
    shop.clock.move(hours=1)
    commands.give_up(**asked, reason="They moved")
    assert shop.alarms() == [("not_carried_out", "none")]


def test_an_address_on_the_suppression_list_by_now_is_not_written_to(
    waiting: Carrying, sink: Sink
) -> None:
    shop = waiting.room.shop
    with tenant_scope(shop.pk):
        Suppressed.objects.create(
            tenant=shop,
            ref=ref_of(shop.pk, "ines@example.com"),
            shown="i…@example.com",
            reason="asked for it",
            added_by=waiting.room.person("Maya"),
        )
    assert waiting.run_later(minutes=5).failed == 1
    assert (waiting.effects()[1].code, sink.mails) == ("suppressed", [])


def test_the_mails_of_an_order_to_one_address_are_a_thread(shop: Carrying, sink: Sink) -> None:
    shop.approve(ORDER, MAIL)
    shop.run()
    shop.room.now = shop.clock.now
    shop.room.change(ORDER, number="1001-B")
    shop.room.resolve(ORDER)
    shop.approve(ORDER, MAIL)
    assert shop.run().succeeded == 1
    first, second = (kept.mail for kept in sink.mails)
    assert first["In-Reply-To"] is None
    assert second["In-Reply-To"] == second["References"] == first["Message-ID"]
    assert second["Message-ID"] != first["Message-ID"]


def test_a_new_address_begins_another_thread(shop: Carrying, sink: Sink) -> None:
    shop.approve(ORDER, MAIL)
    shop.run()
    customer = shop.room.oms.orders[ORDER].customer
    assert customer is not None
    shop.room.now = shop.clock.now
    shop.room.change(ORDER, customer=replace(customer, email="ines@elsewhere.example"))
    shop.room.resolve(ORDER)
    shop.approve(ORDER, MAIL)
    shop.run()
    assert sink.mails[1].recipient == "ines@elsewhere.example"
    assert sink.mails[1].mail["References"] is None


def test_an_offer_that_nobody_is_owed_holds_a_way_out_and_a_service_mail_needs_none(
    tmp_path: Path, clock: Clock, sink: Sink
) -> None:
    with carrying(
        [ORDER, CALM],
        folder=tmp_path,
        clock=clock,
        carries_out=CarriesOut.PERMITTED,
        standard_update_cents={"USD": 500},
        goodwill_cap_cents={"USD": 1000},
    ) as made:
        made.approve(ORDER, MAIL)
        made.room.now = made.clock.now
        made.room.change(CALM, number="1002-B")
        made.room.resolve(CALM)
        assert made.run().succeeded == 2
    service, offer = (kept.mail for kept in sink.mails)
    assert service["List-Unsubscribe"] is None
    assert offer["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(offer["List-Unsubscribe"]).strip("<>")
    assert link in offer.get_content()
    assert "/unsubscribe/" in link


def test_a_mail_in_doubt_is_not_sent_again_to_who_wants_none_by_now(
    shop: Carrying, sink: Sink
) -> None:
    sink.script.append(Answer.LOSE_AND_HANG_UP)
    shop.approve(ORDER, MAIL)
    shop.run()
    customer = shop.room.oms.orders[ORDER].customer
    assert customer is not None
    shop.room.now = shop.clock.now
    shop.room.change(ORDER, customer=replace(customer, opted_out=True))
    by, effect = shop.room.person("Maya"), shop.effect()
    commands.retry(tenant_id=shop.room.shop.pk, effect_id=effect.pk, by=by, reason="try")
    assert shop.run().failed == 1
    assert (shop.effect().code, sink.mails) == ("opted_out", [])
