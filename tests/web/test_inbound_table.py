"""The decision table for mail that comes in, its rows about who sent it: ledger, state, mails."""

from collections.abc import Iterator

import pytest

from shopops.acknowledgments.models import MailStatus
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from tests.support.clock import Clock
from tests.support.inbound import REPORT, REPORT_KIND, SERVER, Desk, open_desk
from tests.support.inbound_outcomes import (
    assert_acknowledged,
    assert_dropped,
    assert_held,
)
from tests.support.ringing import kind_of, on_call

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


def test_a_delivery_report_is_dropped_and_marks_its_ring_undelivered(desk: Desk) -> None:
    per = on_call(desk.tenant, "Per", step=1)
    to, server = desk.report_address(), "mailer-daemon@oncall.example"
    desk.send(REPORT, "Return-Path: <>", sender=server, to=to, kind=REPORT_KIND)
    assert (desk.kept.status, desk.kept.reason) == (MailStatus.DROPPED, "delivery_report")
    (body,) = kind_of(desk.tenant, EventKind.UNDELIVERED)
    assert body["told"] == bytes(desk.maya.identity_key).hex()
    assert desk.state().status is AlarmStatus.DUE_AGAIN
    assert desk.answers == []
    (rung,) = desk.ring()
    assert rung.recipient == "per@oncall.example"
    assert desk.state().told == tuple(bytes(who.identity_key).hex() for who in (desk.maya, per))


def test_a_report_from_somebody_who_saw_only_an_answer_silences_nobody(desk: Desk) -> None:
    """They know the reply address and the Message-ID, not the address on our envelope."""
    returned = f"--B\nContent-Type: text/rfc822-headers\n\nMessage-ID: {desk.sink.message_ids[0]}\n"
    desk.send(returned + REPORT, to=desk.reply_address(), kind=REPORT_KIND)
    assert_dropped(desk, "delivery_report")
    assert kind_of(desk.tenant, EventKind.UNDELIVERED) == []


def test_a_report_of_a_delay_changes_nothing(desk: Desk) -> None:
    delayed = REPORT.replace("Action: failed", "Action: delayed")
    desk.send(delayed, to=desk.report_address(), kind=REPORT_KIND)
    assert_dropped(desk, "delivery_report")
    assert kind_of(desk.tenant, EventKind.UNDELIVERED) == []


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Auto-Submitted: auto-replied", "auto_submitted"),
        ("Return-Path: <>", "null_return_path"),
        ("Precedence: bulk", "precedence"),
        ("Return-Path: mailer-daemon@oncall.example", "mailer_daemon"),
        ("List-Id: <all.oncall.example>", "list_mail"),
        ("Return-Path: <alarms@shop.example>", "own_address"),
    ],
)
def test_mail_that_a_machine_wrote_is_dropped_and_never_answered(
    desk: Desk, header: str, reason: str
) -> None:
    desk.send("", header)
    assert_dropped(desk, reason)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"sender": "maya@oncall.example\r\nFrom: x@evil.example"}, "from_count"),
        ({"sender": ""}, "from_count"),
        ({"sender": "maya@oncall.example, x@evil.example"}, "from_several"),
        ({"sender": "Team: maya@oncall.example;"}, "from_group"),
        ({"sender": "Maya <maya@oncall.example"}, "from_defect"),
        ({"results": ""}, "no_verdict"),
        ({"results": "mx.evil.example; dmarc=pass header.from=oncall.example"}, "no_verdict"),
        ({"results": f"{SERVER}; dmarc=fail header.from=oncall.example"}, "not_passed"),
        ({"results": f"{SERVER}; dmarc=pass header.from=evil.example"}, "domain_mismatch"),
        (
            {"results": f"{SERVER}; dmarc=pass header.from=oncall.example\r\n"
             f"Authentication-Results: {SERVER}; dmarc=pass header.from=oncall.example"},
            "several_verdicts",
        ),
    ],
)  # fmt: skip
def test_mail_whose_sender_is_not_proven_is_held_and_never_answered(
    desk: Desk, fields: dict[str, str], reason: str
) -> None:
    desk.send(**fields)
    assert_held(desk, reason)


@pytest.mark.parametrize("fields", [{}, {"results": ""}])
def test_mail_that_only_a_signature_of_its_beginning_vouches_for_is_held(
    desk: Desk, fields: dict[str, str]
) -> None:
    signature = "v=1; a=rsa-sha256; d=oncall.example; s=s1; h=from; l=12; bh=AAAA; b=AAAA"
    desk.send("", f"DKIM-Signature: {signature}", **fields)
    assert_held(desk, "dkim_partial")


def test_forwarded_mail_whose_spf_fails_acknowledges_when_dmarc_passes(desk: Desk) -> None:
    results = f"{SERVER}; spf=fail smtp.mailfrom=x.example; dmarc=pass header.from=oncall.example"
    desk.send(results=results)
    assert_acknowledged(desk, 0)


@pytest.mark.parametrize("sender", ["ida@oncall.example", "maya@oncall.example.evil.example"])
def test_a_proven_stranger_is_dropped_and_never_answered(desk: Desk, sender: str) -> None:
    domain = sender.partition("@")[2]
    desk.send(sender=sender, results=f"{SERVER}; dmarc=pass header.from={domain}")
    assert_dropped(desk, "stranger")


def test_a_lookalike_of_a_persons_domain_is_a_stranger(desk: Desk) -> None:
    homograph = "xn--oncall-6nf.example"
    desk.send(sender=f"maya@{homograph}", results=f"{SERVER}; dmarc=pass header.from={homograph}")
    assert_dropped(desk, "stranger")


def test_somebody_who_left_the_shop_is_a_stranger(desk: Desk) -> None:
    desk.maya.active = False
    desk.maya.save()
    desk.send()
    assert_dropped(desk, "stranger")
