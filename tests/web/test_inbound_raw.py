"""The raw endpoint: a signed mail is kept, acknowledges, and is answered; anything else is not."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.acknowledgments.models import InboundMail, InboundToken, MailStatus
from shopops.acknowledgments.origin import signed_headers
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.models import VaultName
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.ringing import assert_projection_agrees, kinds_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


def assert_no_row() -> None:
    assert not InboundMail.objects.exists()
    assert not InboundToken.objects.exists()


def assert_counted_once(desk: Desk) -> None:
    rung = [EventKind.OBSERVED, EventKind.RAISED]
    assert kinds_of(desk.item) == [*rung, EventKind.ACKNOWLEDGED]
    assert desk.state().status is AlarmStatus.SNOOZED
    assert len(desk.answers) == 1


def test_a_reply_with_the_code_snoozes_the_item_and_names_its_sender(desk: Desk) -> None:
    answer = desk.send()
    assert (answer.status_code, answer.content) == (200, b"Taken.\n")
    (body,) = desk.acknowledged()
    assert (body["verified_by"], body["proof"]) == ("mail", "authentication_results")
    assert body["order"] == "O-1"
    assert desk.state().status is AlarmStatus.SNOOZED
    assert desk.state().confirmers == (bytes(desk.maya.identity_key).hex(),)
    assert VaultName.objects.get().name == "Maya"
    assert_projection_agrees(desk.item)
    kept = desk.kept
    assert kept.status == MailStatus.ACKNOWLEDGED
    assert kept.said == {"acknowledged": [desk.item.pk], "refused": []}


def test_the_answer_lists_exactly_what_was_acknowledged(desk: Desk) -> None:
    desk.send(message_id="<x@oncall.example>")
    (kept,) = desk.answers
    assert kept.recipient == "maya@oncall.example"
    assert kept.mail["Auto-Submitted"] == "auto-replied"
    assert kept.mail["In-Reply-To"] == "<x@oncall.example>"
    assert kept.mail["Reply-To"] == desk.reply_address()
    assert "You acknowledged: Order O-1" in desk.words
    assert f"[{desk.code}]" in desk.words
    assert "Nothing else that you were told of is open." in desk.words
    assert desk.kept.replied_at is not None
    assert desk.kept.reply is None


@pytest.mark.parametrize("at", [0, 20, 63])
def test_one_flipped_digit_of_the_signature_is_refused_and_leaves_no_row(
    desk: Desk, clock: Clock, at: int
) -> None:
    raw = desk.mail()
    signature = list(signed_headers(slug=desk.tenant.slug, raw=raw, now=clock.now).values())[1]
    flipped = signature[:at] + ("0" if signature[at] != "0" else "1") + signature[at + 1 :]
    assert desk.post(raw, x_shopops_signature=flipped).status_code == 403
    assert_no_row()
    desk.assert_untouched()


def test_one_flipped_byte_of_the_mail_is_refused_and_leaves_no_row(
    desk: Desk, clock: Clock
) -> None:
    raw = desk.mail()
    signed = signed_headers(slug=desk.tenant.slug, raw=raw, now=clock.now)
    changed = bytes([raw[0] ^ 1]) + raw[1:]
    answer = desk.post(changed, x_shopops_signature=signed["X-ShopOps-Signature"])
    assert answer.status_code == 403
    assert_no_row()
    desk.assert_untouched()


@pytest.mark.parametrize("away", [timedelta(minutes=-6), timedelta(minutes=6)])
def test_a_signature_that_is_too_old_or_of_the_future_is_refused(
    desk: Desk, clock: Clock, away: timedelta
) -> None:
    raw = desk.mail()
    signed = signed_headers(slug=desk.tenant.slug, raw=raw, now=clock.now + away)
    answer = desk.post(
        raw,
        x_shopops_signature=signed["X-ShopOps-Signature"],
        x_shopops_timestamp=signed["X-ShopOps-Timestamp"],
    )
    assert answer.status_code == 403
    assert_no_row()


@pytest.mark.parametrize("timestamp", ["", "soon", "-1", "²", "9" * 13, "٣"])
def test_a_time_that_is_none_is_refused(desk: Desk, timestamp: str) -> None:
    assert desk.post(desk.mail(), x_shopops_timestamp=timestamp).status_code == 403
    assert_no_row()


def test_the_signature_of_one_shop_is_refused_at_another(desk: Desk, clock: Clock) -> None:
    raw = desk.mail()
    signed = signed_headers(slug=desk.tenant.slug, raw=raw, now=clock.now)
    answer = desk.post(raw, slug="elsewhere", x_shopops_signature=signed["X-ShopOps-Signature"])
    assert answer.status_code == 403


def test_the_same_post_again_is_taken_for_what_it_is(desk: Desk) -> None:
    raw = desk.mail()
    assert desk.post(raw).content == b"Taken.\n"
    assert desk.post(raw).content == b"It came before.\n"
    assert_counted_once(desk)


def test_the_same_mail_delivered_on_another_way_is_dropped(desk: Desk, clock: Clock) -> None:
    raw = desk.mail()
    desk.post(raw)
    clock.move(seconds=30)
    again = desk.post(b"Received: from elsewhere\r\n" + raw)
    assert (again.status_code, again.content) == (200, b"It came before.\n")
    assert_counted_once(desk)


def test_a_mail_without_a_message_id_is_known_by_its_content(desk: Desk) -> None:
    raw = desk.mail(message_id="")
    desk.post(raw)
    again = desk.post(b"Received: from elsewhere\r\n" + raw)
    assert again.content == b"It came before.\n"
    assert_counted_once(desk)


def test_a_forged_mail_does_not_take_the_place_of_the_real_one(desk: Desk) -> None:
    desk.send(results="", message_id="<same@oncall.example>")
    assert desk.kept.status == MailStatus.HELD
    assert desk.send(message_id="<same@oncall.example>").content == b"Taken.\n"
    assert len(desk.acknowledged()) == 1


def test_a_kept_mail_is_encrypted(desk: Desk) -> None:
    desk.send()
    sealed = bytes(desk.kept.sealed or b"")
    assert b"maya" not in sealed
    assert desk.code.encode() not in sealed


def test_an_unknown_shop_is_told_only_to_who_knows_the_secret(desk: Desk) -> None:
    assert desk.post(desk.mail(), slug="nowhere").status_code == 404
    assert desk.post(desk.mail(), slug="nowhere", x_shopops_signature="x").status_code == 403


def test_a_mail_that_is_far_too_long_is_refused_early(desk: Desk) -> None:
    assert desk.post(b"x" * (40 * 1024 * 1024 + 1)).status_code == 413
    assert_no_row()
