"""A reply that nobody could verify is known to the items that it names, and to their audit."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from shopops.acknowledgments import handling
from shopops.acknowledgments.inbound import Delivery, look_up_txt
from shopops.acknowledgments.keep import keep
from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.acknowledgments.outcomes import SENTENCES, Reason
from shopops.acknowledgments.purging import purge_held
from shopops.acknowledgments.reading.message import read_message
from shopops.alarms import answers
from shopops.alarms.audit import audit
from shopops.alarms.audit_findings import AuditCode
from shopops.alarms.audits import audit_and_record
from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmReply
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.pipeline import open_shop
from tests.support.ringing import observe

pytestmark = pytest.mark.django_db(transaction=True)
UNTAGGED = "reply@in.shop.example"
FORGED = {"results": ""}  # nobody vouches for the sender


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk("O-1", "O-2") as found:
        yield found


def named(desk: Desk) -> list[tuple[str, str]]:
    """Order and what became of the reply."""
    rows = AlarmReply.objects.of(desk.tenant.pk).order_by("item__order_id", "id")
    return list(rows.values_list("item__order_id", "outcome"))


def found(desk: Desk) -> list[tuple[str, str]]:
    """Where the audit names held replies, and how many."""
    with tenant_scope(desk.tenant.pk):
        findings = audit(desk.tenant).findings
    return [(one.where, one.detail) for one in findings if one.code is AuditCode.QUARANTINED]


def test_its_signed_address_names_the_items_of_that_ring(desk: Desk) -> None:
    desk.send("hello\n", **FORGED)
    assert named(desk) == [("O-1", "held"), ("O-2", "held")]
    kept = AlarmReply.objects.first()
    assert kept is not None
    assert (kept.mail_id, kept.why) == (desk.kept.pk, SENTENCES[Reason.NO_VERDICT])


def test_a_code_that_it_types_names_its_item(desk: Desk) -> None:
    desk.send(f"{desk.code_of(1)}\n", to=UNTAGGED, **FORGED)
    assert named(desk) == [("O-2", "held")]


def test_a_code_that_it_quotes_or_mentions_names_nothing(desk: Desk) -> None:
    text = f"what about {desk.code}?\n> {desk.code_of(1)}\n[{desk.code}]\n"
    desk.send(text, to=UNTAGGED, **FORGED)
    assert named(desk) == []


def test_a_forged_reply_address_names_nothing(desk: Desk) -> None:
    local, _, domain = desk.reply_address().partition("@")
    forged = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"
    desk.send("hello\n", to=forged, **FORGED)
    assert named(desk) == []


def test_another_shops_code_names_nothing_here(desk: Desk) -> None:
    other = open_shop("store_southline")
    (item,) = observe(other, "P-1")
    desk.send(f"{shown(item.code)}\n", to=UNTAGGED, **FORGED)
    assert AlarmReply.objects.count() == 0


def test_a_dropped_mail_is_known_too_and_a_report_is_not(desk: Desk) -> None:
    desk.send("", "Auto-Submitted: auto-replied")
    assert named(desk) == [("O-1", "dropped"), ("O-2", "dropped")]
    assert AlarmReply.objects.values_list("why", flat=True)[0] == SENTENCES[Reason.AUTO_SUBMITTED]
    assert found(desk) == []


def test_what_is_acknowledged_is_no_reply_that_counted_for_nothing(desk: Desk) -> None:
    desk.send()
    assert named(desk) == []


def test_a_refused_mail_is_told_to_the_items_that_its_refusals_do_not_name(desk: Desk) -> None:
    desk.send("good morning\n")
    assert named(desk) == [("O-1", "refused"), ("O-2", "refused")]
    assert {reply.membership for reply in AlarmReply.objects.all()} == {desk.maya}


def test_of_a_good_and_an_unknown_code_the_other_item_of_the_mail_is_told(desk: Desk) -> None:
    desk.send(f"{desk.code}\n7F3KQ-2MD8P\n")
    assert len(desk.acknowledged()) == 1
    assert named(desk) == [("O-2", "refused")]


def test_a_mail_that_is_given_up_is_known_by_its_address(desk: Desk, clock: Clock) -> None:
    raw = desk.mail()
    kept = keep(
        tenant_id=desk.tenant.pk,
        delivery=Delivery(raw=raw, source="raw", token="once"),
        read=read_message(raw),
        now=clock.now,
    )
    assert kept is not None
    InboundMail.objects.filter(pk=kept.pk).update(tries=handling.MOST_TRIES)
    clock.move(minutes=2)
    handling.handle_waiting(look_up=look_up_txt)
    assert desk.kept.status == MailStatus.FAILED
    assert named(desk) == [("O-1", "held"), ("O-2", "held")]


def test_the_audit_names_open_items_with_a_held_reply_until_an_admin_deletes_it(
    desk: Desk,
) -> None:
    for _ in range(2):
        desk.send(f"{desk.code}\n", to=UNTAGGED, **FORGED)
    where = f"{desk.code} (O-1, review)"
    assert found(desk) == [(where, "2 replies")]
    purge_held(tenant_id=desk.tenant.pk, mail_ids=[InboundMail.objects.earliest("pk").pk])
    assert found(desk) == [(where, "1 reply")]
    purge_held(tenant_id=desk.tenant.pk)
    assert found(desk) == []
    assert named(desk) == [("O-1", "held"), ("O-1", "held")]


def test_a_held_reply_about_what_is_resolved_troubles_nobody(desk: Desk, clock: Clock) -> None:
    desk.send(f"{desk.code}\n", to=UNTAGGED, **FORGED)
    clock.move(minutes=1)
    answers.resolve(by=desk.maya, item_id=desk.item.pk, reason="Refunded by hand")
    assert found(desk) == []


def test_the_command_and_the_health_signal_say_it(
    desk: Desk, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SHOPOPS_MONITOR_TOKEN = "m" * 32
    client = Client(headers={"Authorization": f"Bearer {'m' * 32}"})
    desk.send(f"{desk.code}\n", to=UNTAGGED, **FORGED)
    with pytest.raises(SystemExit):
        call_command("provenance_audit", tenant=desk.tenant.slug)
    assert f"FOUND quarantined: {desk.code} (O-1, review)" in capsys.readouterr().out
    answer = client.get("/healthz/provenance")
    assert (answer.status_code, answer.json()["signals"]["quarantined"]) == (503, 1)
    purge_held(tenant_id=desk.tenant.pk)
    audit_and_record(tenant=desk.tenant)
    assert client.get("/healthz/provenance").json()["signals"]["quarantined"] == 0
