"""An item's page tells every ring, every reply and every refusal."""

from collections.abc import Iterator

import pytest
from django.utils import timezone, translation

from shopops.acknowledgments.outcomes import SENTENCES, Reason
from shopops.acknowledgments.purging import purge_held
from shopops.alarm_pages.words.mails import heard
from shopops.alarms.answers import acknowledge
from shopops.alarms.legacy import import_legacy
from shopops.alarms.models import AlarmItem, RingMail
from shopops.alarms.ringing.proof import PROVED
from shopops.alarms.ringing.undelivered import REPORTED, undelivered
from shopops.tenants.models import Membership, Role
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.pages import closes_too, signed_in, text_of
from tests.support.pipeline import hire
from tests.support.reviewing import reviewing
from tests.support.ringing import on_call
from tests.support.smtp_sink import Answer
from tests.support.threads import beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
FORGED = {"results": "", "sender": "Mallory <mallory@evil.example>"}
HELD = "A reply that could not be verified was held"


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


def page(desk: Desk, member: Membership | None = None, item: AlarmItem | None = None) -> str:
    address = f"/t/{desk.tenant.slug}/alarms/{(item or desk.item).pk}/"
    return text_of(signed_in(member or desk.maya).get(address))


def post(desk: Desk, verb: str, **form: str) -> None:
    signed_in(desk.maya).post(f"/t/{desk.tenant.slug}/alarms/{desk.item.pk}/{verb}/", form)


def test_of_a_held_reply_a_reviewer_reads_that_it_was_held_and_nothing_of_it(desk: Desk) -> None:
    desk.send("Pay mallory now\n", **FORGED)
    seen = page(desk)
    assert f"{HELD} An administrator finds it under held mail." in seen
    assert SENTENCES[Reason.NO_VERDICT] not in seen
    assert "mallory" not in seen.lower()


def test_an_administrator_reads_why_and_is_led_to_the_held_mail(desk: Desk) -> None:
    desk.send("Pay mallory now\n", **FORGED)
    ada = hire(desk.tenant, "Ada", Role.ADMIN)
    seen = page(desk, ada)
    assert f"{HELD} {SENTENCES[Reason.NO_VERDICT]}" in seen
    assert "mallory" not in seen.lower()
    address = f"/t/{desk.tenant.slug}/alarms/{desk.item.pk}/"
    link = f'href="/t/{desk.tenant.slug}/quarantine/"'
    assert link in signed_in(ada).get(address).content.decode()
    assert link not in signed_in(desk.maya).get(address).content.decode()


def test_a_held_reply_that_was_deleted_stays_on_the_page_and_leads_nowhere(desk: Desk) -> None:
    desk.send(**FORGED)
    purge_held(tenant_id=desk.tenant.pk)
    seen = page(desk)
    assert f"{HELD} It was deleted since" in seen
    assert "held mail" not in seen


def test_a_dropped_mail_is_told_with_its_reason(desk: Desk) -> None:
    desk.send("", "Auto-Submitted: auto-replied")
    told = f"A mail was dropped: it answers nothing {SENTENCES[Reason.AUTO_SUBMITTED]}"
    assert told in page(desk)


def test_why_a_mail_was_dropped_is_told_in_the_reader_s_language(desk: Desk) -> None:
    desk.send(f"{desk.code}\n", "Auto-Submitted: auto-replied")
    address = f"/t/{desk.tenant.slug}/alarms/{desk.item.pk}/"
    german = signed_in(desk.maya).get(address, headers={"Accept-Language": "de"})
    assert "Eine automatische Antwort: Ihre Kopfzeile Auto-Submitted sagt es." in text_of(german)


def test_a_strangers_mail_is_told_without_the_stranger(desk: Desk) -> None:
    desk.send(
        sender="Mallory <mallory@evil.example>",
        results="mx.in.example; dmarc=pass header.from=evil.example",
    )
    seen = page(desk)
    assert SENTENCES[Reason.STRANGER] in seen
    assert "mallory" not in seen.lower()


def test_an_accepted_reply_and_its_ring_are_told(desk: Desk) -> None:
    desk.send()
    seen = page(desk)
    assert "The alarm rang Maya" in seen
    assert "Mail to maya@oncall.example, accepted" in seen
    assert "Maya acknowledged the alarm until" in seen
    assert "(by mail)" in seen


def test_a_reply_without_a_code_is_told_as_refused_with_its_cause(desk: Desk) -> None:
    desk.send("thanks, will do\n")
    seen = page(desk)
    assert "Refused: a reply of Maya" in seen
    assert "thanks" not in seen


def test_an_answer_to_another_persons_ring_is_told_on_that_rings_item(desk: Desk) -> None:
    per = on_call(desk.tenant, "Per")
    desk.send(
        "good morning\n",
        sender="Per <per@oncall.example>",
    )
    assert "Refused: a reply of Per" in page(desk, per)


def test_a_refused_code_is_told_with_its_code(desk: Desk) -> None:
    acknowledge(confirmer=desk.maya, item_id=desk.item.pk)
    post(desk, "resolve", reason="Done")
    desk.send()
    seen = page(desk)
    assert "Refused: Maya wanted to acknowledge by mail" in seen
    assert "Code: already_resolved" in seen


def test_what_the_mail_server_does_not_take_is_told_with_its_words(
    desk: Desk, clock: Clock
) -> None:
    clock.move(minutes=61)
    desk.sink.script.append(Answer.REJECT_DATA)
    desk.ring()
    seen = page(desk)
    assert "Mail to Maya: not taken by the mail server, tried again soon" in seen
    assert "451 no room" in seen


def test_an_address_that_takes_no_mail_is_told_as_given_up(desk: Desk, clock: Clock) -> None:
    clock.move(minutes=61)
    desk.sink.script.append(Answer.REJECT_RECIPIENT)
    desk.ring()
    assert "not taken by the mail server, given up: somebody else is told" in page(desk)


def test_a_mail_that_was_answered_while_it_was_sent_is_told_as_such(
    desk: Desk, clock: Clock
) -> None:
    clock.move(minutes=61)
    desk.sink.script.append(Answer.STALL)
    with beside(desk.ring) as ringing:
        assert desk.sink.holding.wait(30)
        acknowledge(confirmer=desk.maya, item_id=desk.item.pk)
        desk.sink.released.set()
        ringing.result(30)
    assert "Mail to Maya: sent, but answered or settled meanwhile" in page(desk)


def test_a_mail_that_came_back_is_told_under_the_ring_that_it_was(desk: Desk) -> None:
    undelivered(
        tenant_id=desk.tenant.pk, mail_id=RingMail.objects.get().pk, reason="no such mailbox"
    )
    assert "The alarm’s mail to Maya came back" in page(desk)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (f"{REPORTED} 5.1.1", "als unzustellbar gemeldet 5.1.1"),
        (PROVED, "durch eine Antwort als angekommen bewiesen"),
        ("550 no such mailbox", "550 no such mailbox"),
        ("", ""),
    ],
)
def test_what_became_of_a_mail_is_said_in_the_reader_s_language(kept: str, said: str) -> None:
    with translation.override("de"):
        assert heard(kept) == said
    assert heard(kept) == kept


@pytest.mark.parametrize(
    ("verb", "form", "told"),
    [
        ("acknowledge", {"minutes": "x"}, "wanted to acknowledge"),
        ("hand-off", {"minutes": "60"}, "wanted to hand off"),
        ("hand-off", {"minutes": "", "holder": "1"}, "wanted to hand off"),
        ("hand-off", {"minutes": "60", "holder": "999999"}, "wanted to hand off"),
        ("resolve", {"reason": " "}, "wanted to resolve"),
        ("unacknowledge", {"reason": ""}, "wanted to take the snooze back"),
    ],
)
def test_what_the_page_refuses_is_told_once(
    desk: Desk, verb: str, form: dict[str, str], told: str
) -> None:
    post(desk, verb, **form)
    assert page(desk).count(f"Refused: Maya {told}") == 1


def test_a_decision_that_was_to_settle_it_and_was_refused_is_told_in_its_own_words() -> None:
    room = reviewing(["O-1001"], now=timezone.now())
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    client = room.client()
    address = room.url(f"alarms/{item.pk}/")
    form = closes_too(client.get(address)) | {"reason": "The customer called"}
    room.change("O-1001", number="1001-B")
    refused = client.post(f"{address}resolve/", form)
    assert refused.status_code == 409
    seen = text_of(client.get(address))
    assert "Refused: Maya wanted to resolve What you saw is no longer what is known." in seen
    assert "Code: stale" in seen


def test_an_alert_of_an_older_system_has_a_page_with_its_rows(desk: Desk) -> None:
    line = (
        b'{"item":"row 1","code":"OLD/1","kind":"%s","at":"2025-11-02T08:00:00+01:00","order":"X"}'
    )
    import_legacy(tenant=desk.tenant, content=b"\n".join([line % b"raised", line % b"ack"]))
    item = AlarmItem.objects.of(desk.tenant.pk).get(code="OLD/1")
    seen = page(desk, item=item)
    assert "An older system rang an alert, which can no longer be answered" in seen
    assert "Imported from an older system: alert OLD/1, ack" in seen
