"""The decision table for mail that comes in, row by row: ledger, state and mails sent."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.alarms import answers
from shopops.alarms.codes import bracketed, shown
from shopops.alarms.models import AlarmItem, RingNote, RosterContact
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import SERVER, Desk, open_desk, words_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import NEWS, kind_of, observe, on_call

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
REPORT = """--B
Content-Type: text/plain

It did not arrive.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.oncall.example

Final-Recipient: rfc822; maya@oncall.example
Action: failed
Status: 5.1.1
--B--
"""


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


@pytest.fixture
def desk_of_two(clock: Clock) -> Iterator[Desk]:
    with open_desk("O-1", "O-2") as found:
        yield found


def assert_dropped(desk: Desk, reason: str) -> None:
    desk.assert_untouched()
    assert (desk.kept.status, desk.kept.reason) == (MailStatus.DROPPED, reason)


def assert_held(desk: Desk, reason: str) -> None:
    desk.assert_untouched()
    assert (desk.kept.status, desk.kept.reason) == (MailStatus.HELD, reason)


def assert_refused(desk: Desk, code: str, status: AlarmStatus = AlarmStatus.RINGING) -> None:
    """Nothing acknowledged; one answer that lists what is open; the refusal is in the log."""
    assert desk.acknowledged() == []
    assert desk.state().status is status
    assert desk.kept.status == MailStatus.REFUSED
    assert desk.refusals() == [code]
    assert desk.answer["Auto-Submitted"] == "auto-replied"
    assert desk.answer["Subject"] == "Nothing was acknowledged"
    assert RingNote.objects.filter(membership=desk.kept.membership).count() == 1


def test_a_delivery_report_is_dropped_and_marks_its_ring_undelivered(desk: Desk) -> None:
    per = on_call(desk.tenant, "Per", step=1)
    kind = "multipart/report; report-type=delivery-status; boundary=B"
    desk.send(REPORT, "Return-Path: <>", sender="mailer-daemon@oncall.example", kind=kind)
    assert (desk.kept.status, desk.kept.reason) == (MailStatus.DROPPED, "delivery_report")
    (body,) = kind_of(desk.tenant, EventKind.UNDELIVERED)
    assert body["told"] == bytes(desk.maya.identity_key).hex()
    assert desk.state().status is AlarmStatus.DUE_AGAIN
    assert desk.answers == []
    (rung,) = desk.ring()
    assert rung.recipient == "per@oncall.example"
    assert desk.state().told == tuple(bytes(who.identity_key).hex() for who in (desk.maya, per))


def test_a_report_that_came_back_without_the_reply_address_is_known_by_its_message_id(
    desk: Desk,
) -> None:
    kind = "multipart/report; report-type=delivery-status; boundary=B"
    returned = f"--B\nContent-Type: text/rfc822-headers\n\nMessage-ID: {desk.sink.message_ids[0]}\n"
    desk.send(returned + REPORT, to="alarms@shop.example", kind=kind)
    assert len(kind_of(desk.tenant, EventKind.UNDELIVERED)) == 1


def test_a_report_of_a_delay_changes_nothing(desk: Desk) -> None:
    kind = "multipart/report; report-type=delivery-status; boundary=B"
    desk.send(REPORT.replace("Action: failed", "Action: delayed"), kind=kind)
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


def test_forwarded_mail_whose_spf_fails_acknowledges_when_dmarc_passes(desk: Desk) -> None:
    results = f"{SERVER}; spf=fail smtp.mailfrom=x.example; dmarc=pass header.from=oncall.example"
    desk.send(results=results)
    assert len(desk.acknowledged()) == 1
    assert desk.state().status is AlarmStatus.SNOOZED


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


def test_an_answer_to_another_persons_ring_is_refused_with_a_reply(
    desk: Desk, clock: Clock
) -> None:
    on_call(desk.tenant, "Per")
    desk.send(sender="per@oncall.example")
    assert_refused(desk, "other_reply_address")
    assert desk.answers[0].recipient == "per@oncall.example"
    assert desk.code not in words_of(desk.answer)
    assert desk.answer["Reply-To"] == "reply@in.shop.example"


def test_an_answer_from_a_shared_mailbox_is_refused_with_a_reply(desk: Desk) -> None:
    RosterContact.objects.update(shared=True)
    desk.send()
    assert_refused(desk, "shared_mailbox")
    assert f"[{desk.code}]" in desk.words


def test_an_answer_that_cannot_be_read_is_refused_with_a_reply(desk: Desk) -> None:
    kind = "application/ms-tnef; name=winmail.dat"
    desk.send("eJ8+Ig==", "Content-Transfer-Encoding: base64", kind=kind)
    assert_refused(desk, "unreadable")
    named = f"Order O-1: A proposal waits for a decision Code: [{desk.code}]"
    assert f"Open, and told to you: {named}" in desk.words


@pytest.mark.parametrize(
    "text",
    ["> {code}\n", "I took care of {code}, thanks\n", "https://x.example/{code}\n", "[{code}]\n"],
)  # fmt: skip
def test_a_code_that_is_quoted_in_prose_in_a_link_or_bracketed_is_refused_with_a_reply(
    desk: Desk, text: str
) -> None:
    desk.send(text.format(code=desk.code))
    assert_refused(desk, "code_not_alone")
    assert f"[{desk.code}]" in desk.words


def test_all_acknowledges_nothing_and_the_answer_says_how_it_is_done(desk: Desk) -> None:
    desk.send("ALL\n")
    assert_refused(desk, "code_not_alone")
    assert 'Nothing is acknowledged by "ALL".' in desk.words


def test_a_code_of_no_item_is_refused_and_not_printed_again(desk: Desk) -> None:
    desk.send("7F3KQ-2MD8N\n")
    assert_refused(desk, "code_unknown")
    assert "The code that begins with 7F" in desk.words
    assert "2MD8N" not in desk.answer.as_string()


def test_a_mistyped_code_is_refused_and_not_printed_again(desk: Desk) -> None:
    wrong = desk.code[:-1] + ("0" if desk.code[-1] != "0" else "1")
    desk.send(f"{wrong}\n")
    assert_refused(desk, "code_mistyped")
    assert wrong not in desk.answer.as_string()


def test_a_code_of_an_item_that_was_not_told_to_its_sender_is_refused(desk: Desk) -> None:
    on_call(desk.tenant, "Per")
    desk.send(sender="per@oncall.example", to="reply@in.shop.example")
    assert_refused(desk, "not_told")


def test_a_closed_items_code_is_refused_naming_it(desk: Desk) -> None:
    answers.resolve(by=desk.maya, item_id=desk.item.pk, reason="Refunded")
    desk.send()
    assert_refused(desk, "already_resolved", AlarmStatus.RESOLVED)
    named = f"Order O-1: A proposal waits for a decision Code: [{desk.code}]"
    assert f"{named} This item is resolved already." in desk.words
    assert "Nothing that you were told of is open." in desk.words


def test_the_code_of_an_item_that_nobody_was_told_of_is_refused_naming_it(desk: Desk) -> None:
    (unrung,) = observe(desk.tenant, "O-9")
    desk.send(f"{shown(unrung.code)}\n")
    assert_refused(desk, "no_raise")
    assert "Order O-9" in desk.words


def test_an_answer_to_an_earlier_episode_is_refused_naming_the_item(
    desk: Desk, clock: Clock
) -> None:
    old = desk.reply_address()
    answers.resolve(by=desk.maya, item_id=desk.item.pk, reason="Refunded")
    clock.move(hours=1)
    observe(desk.tenant, "O-1", evidence=NEWS)
    desk.ring()
    desk.send(to=old)
    assert_refused(desk, "older_episode")
    assert "Order O-1" in desk.words


def test_an_older_systems_code_is_refused_by_name_and_the_answer_lists_what_is_open(
    desk: Desk,
) -> None:
    with tenant_scope(desk.tenant.pk):
        AlarmItem.objects.create(
            tenant=desk.tenant, item_key=b"\x07" * 32, code="ALM-2019/0042", record_ids=[]
        )
    desk.send("ALM-2019/0042\n")
    assert_refused(desk, "pre_epoch")
    assert "This alert is from an older system" in desk.words
    assert "[ALM-2019/0042]" in desk.words
    assert f"[{desk.code}]" in desk.words


def test_several_codes_are_acknowledged_each_and_enumerated(desk_of_two: Desk) -> None:
    desk = desk_of_two
    desk.send(f"{desk.code_of(0)}\n{desk.code_of(1)}\n")
    assert [body["order"] for body in desk.acknowledged()] == ["O-1", "O-2"]
    assert {desk.state(at).status for at in (0, 1)} == {AlarmStatus.SNOOZED}
    assert all(bracketed(item.code) in desk.words for item in desk.items)
    assert "Not acknowledged" not in desk.words


def test_of_a_good_and_a_bad_code_the_good_one_counts_and_the_bad_one_is_named(
    desk_of_two: Desk,
) -> None:
    desk = desk_of_two
    answers.resolve(by=desk.maya, item_id=desk.items[1].pk, reason="Refunded")
    desk.send(f"{desk.code_of(0)}\n{desk.code_of(1)}\n")
    assert [body["order"] for body in desk.acknowledged()] == ["O-1"]
    assert (desk.state(0).status, desk.state(1).status) == (
        AlarmStatus.SNOOZED,
        AlarmStatus.RESOLVED,
    )
    done, _, bad = desk.words.partition("Not acknowledged:")
    assert f"[{desk.code_of(0)}]" in done
    assert f"[{desk.code_of(1)}] This item is resolved already." in bad
    assert desk.answer["Subject"] == "Acknowledged 1 of 2"
    assert desk.refusals() == ["already_resolved"]


def test_an_item_that_is_handed_off_is_refused_naming_its_holder(desk: Desk, clock: Clock) -> None:
    per = on_call(desk.tenant, "Per")
    answers.hand_off(by=desk.maya, item_id=desk.item.pk, holder=per, until=clock.now + HOUR)
    desk.send()
    assert_refused(desk, "handed_off", AlarmStatus.HANDED_OFF)
    assert "handed off to Per" in desk.words


def test_a_reply_address_says_which_shop_a_mail_is_for(desk: Desk) -> None:
    other = open_shop("store_southline")
    hire(other, "Ada")
    desk.post(desk.mail(), slug=other.slug)
    assert len(desk.acknowledged()) == 1
    assert InboundMail.objects.get().tenant == desk.tenant


def test_the_next_ring_tells_why_an_answer_was_not_accepted(desk: Desk, clock: Clock) -> None:
    desk.send("ALL\n")
    clock.move(days=1)
    (rung,) = desk.ring()
    assert "Your last answer was not accepted: No code that you typed" in words_of(rung.mail)
