"""What comes back for a customer's mail: a report that it did not arrive, or a reply."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pytest_django import Settings

from shopops.acknowledgments.inbound import receive
from shopops.acknowledgments.keep import Delivery
from shopops.acknowledgments.models import InboundMail
from shopops.choosing.came_back import FROM_ANOTHER, MOST_REPLIES, Reply, replied
from shopops.connectors.models import SuppliedFact
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import State
from shopops.proposals.models import Proposal
from shopops.proposals.read import pack_of
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER
from tests.support.erasing import erasing
from tests.support.inbound import REPORT, REPORT_KIND
from tests.support.smtp_sink import Answer, Sink, smtp_sink

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    with smtp_sink() as running:
        settings.SHOPOPS_SMTP_URL = running.url
        yield running


@pytest.fixture
def shop(tmp_path: Path, clock: Clock, sink: Sink) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        made.approve(ORDER, MAIL)
        yield made


def arrives(shop: Carrying, *, to: str, text: str, **headers: str) -> None:
    said = {
        "From": "Ines <ines@example.com>",
        "To": to,
        "Subject": "Re: your order",
        "Message-ID": "<r1@example.com>",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    head = "\r\n".join(f"{name}: {value}" for name, value in said.items())
    raw = f"{head}\r\n\r\n".encode() + text.replace("\n", "\r\n").encode()
    receive(tenant=shop.room.shop, delivery=Delivery(raw=raw, source="test"))


def report(shop: Carrying, sink: Sink, **headers: str) -> None:
    text = REPORT.replace("maya@oncall.example", "ines@example.com")
    kind = {"Content_Type": REPORT_KIND, "From": "mailer-daemon@mx.example"}
    arrives(shop, to=sink.mails[-1].sender, text=text, **kind, **headers)


def newest(shop: Carrying) -> Proposal:
    return shop.room.proposal(ORDER)


def facts(shop: Carrying) -> list[tuple[Any, ...]]:
    with tenant_scope(shop.room.shop.pk):
        return list(SuppliedFact.objects.order_by("pk").values_list("name", "value"))


def test_a_report_makes_the_address_one_that_takes_no_mail_and_a_person_is_asked(
    shop: Carrying, sink: Sink
) -> None:
    shop.run()
    for number in range(2):
        report(shop, sink, Message_ID=f"<b{number}@mx.example>")
    assert facts(shop) == [("undeliverable_address", "ines@example.com")]
    escalated = newest(shop)
    assert "missing:preferred_channel" in escalated.blocked_reasons
    pack = pack_of(escalated)
    field = pack.fields["preferred_channel"]
    assert (field.value, field.reason) == (None, "undeliverable")
    assert field.evidence_ids[0] in pack.evidence
    mail = shop.effect()
    assert (mail.state, mail.code) == (State.SUCCEEDED, "undelivered")
    assert shop.alarms() == [("not_carried_out", "due_new")]
    assert [one.get("code") for one in shop.told()][-1] == "undelivered"


def test_once_the_shop_has_another_address_it_is_written_to(shop: Carrying, sink: Sink) -> None:
    shop.run()
    report(shop, sink)
    customer = shop.room.oms.orders[ORDER].customer
    assert customer is not None
    shop.room.now = shop.clock.now
    shop.room.change(ORDER, customer=replace(customer, email="ines@elsewhere.example"))
    shop.room.resolve(ORDER)
    shop.approve(ORDER, MAIL)
    assert shop.run().succeeded == 1
    assert sink.mails[-1].recipient == "ines@elsewhere.example"
    assert shop.alarms() == [("not_carried_out", "none")]


def test_an_address_that_the_server_refuses_is_known_as_such_at_once(
    shop: Carrying, sink: Sink
) -> None:
    sink.script.append(Answer.REJECT_RECIPIENT)
    assert shop.run().failed == 1
    assert facts(shop) == [("undeliverable_address", "ines@example.com")]
    assert "missing:preferred_channel" in newest(shop).blocked_reasons


@pytest.mark.parametrize("to", ["the reply address", "another shop's report address"])
def test_a_report_that_came_to_another_address_counts_for_nothing(
    shop: Carrying, sink: Sink, to: str
) -> None:
    shop.run()
    kept = sink.mails[-1]
    if to == "the reply address":
        address = kept.mail["Reply-To"].addresses[0].addr_spec
    else:
        address = re.sub(r"\+(.)", r"+b", kept.sender)
    text = REPORT.replace("maya@oncall.example", "ines@example.com")
    arrives(shop, to=address, text=text, Content_Type=REPORT_KIND)
    assert facts(shop) == []
    assert shop.effect().code == ""


def test_a_reply_is_kept_for_the_reviewer_and_makes_another_revision(
    shop: Carrying, sink: Sink
) -> None:
    shop.run()
    before = newest(shop).revision
    to = sink.mails[-1].mail["Reply-To"].addresses[0].addr_spec
    text = "Please send it to my office.\n\nOn Monday Store Northline wrote:\n> This is about\n"
    for _ in range(2):
        arrives(shop, to=to, text=text)
    assert facts(shop) == [("customer_reply", "Please send it to my office.")]
    assert newest(shop).revision == before + 1
    assert newest(shop).review_status == "pending"
    page = shop.room.client().get(shop.room.page_of(ORDER)).content.decode()
    assert "Please send it to my office." in page
    assert "From the customer" in page
    assert "A reply to the mail<" in page
    assert {mail.reason for mail in InboundMail.objects.of(shop.room.shop.pk)} == {"customer_reply"}


def test_from_whom_nobody_can_read_is_no_reply_of_theirs(shop: Carrying) -> None:
    shop.run()
    tenant, effect = shop.room.shop, shop.effect()
    Attempt.objects.of(tenant.pk).update(request=None, reply=None)
    Effect.objects.of(tenant.pk).filter(pk=effect.pk).update(remote_id="")
    reply = Reply(text="Hello", sender="", name="r1")
    assert replied(tenant_id=tenant.pk, effect_id=effect.pk, reply=reply)
    with tenant_scope(tenant.pk):
        assert SuppliedFact.objects.get().known_from == FROM_ANOTHER


def test_machines_are_no_customers_and_nobody_fills_the_page(shop: Carrying, sink: Sink) -> None:
    shop.run()
    to = sink.mails[-1].mail["Reply-To"].addresses[0].addr_spec
    arrives(shop, to=to, text="I am away", Auto_Submitted="auto-replied")
    assert facts(shop) == []
    for number in range(MOST_REPLIES + 2):
        arrives(shop, to=to, text=f"{number}", Message_ID=f"<r{number}@example.com>")
    assert len(facts(shop)) == MOST_REPLIES


def test_once_the_order_is_erased_neither_reply_nor_report_is_kept(
    shop: Carrying, sink: Sink
) -> None:
    shop.run()
    mail = sink.mails[-1]
    erasing(shop.room, ORDER, now=shop.clock.now)
    to = mail.mail["Reply-To"].addresses[0].addr_spec
    arrives(shop, to=to, text="Please send it to my office.")
    report(shop, sink, Message_ID="<r2@mx.example>")
    assert facts(shop) == []
    effects = shop.effects(ORDER)
    assert [(one.state, one.detail) for one in effects] == [(State.SUCCEEDED, "")]
    assert newest(shop).review_status == "approved"
