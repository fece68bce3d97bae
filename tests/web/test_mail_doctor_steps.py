"""The mail doctor follows a real answer by the real way in and names the first step that fails."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import override_settings

from shopops.acknowledgments.doctor.steps import Step
from shopops.acknowledgments.domains import a_label
from shopops.acknowledgments.models import InboundMail, InboundToken, MailStatus
from shopops.acknowledgments.origin import signed_headers
from shopops.alarms.models import RosterContact
from tests.support.clock import Clock
from tests.support.inbound import SERVER, words_of
from tests.support.mail_tests import Surgery, begin, open_surgery
from tests.support.ringing import on_call
from tests.support.smtp_sink import Answer
from tests.support.webhooks import SETTINGS as WEBHOOKS
from tests.support.webhooks import mailgun_form, post_mailgun, post_postmark, postmark_json

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def surgery(clock: Clock) -> Iterator[Surgery]:
    with open_surgery() as found:
        yield found


def test_an_answer_with_the_code_passes_every_step_and_acknowledges_nothing(
    surgery: Surgery,
) -> None:
    assert surgery.states[Step.ARRIVED] == "waiting"
    assert surgery.answer().content == b"Taken.\n"
    surgery.assert_passed()
    assert f"`{SERVER}` says that DMARC passed" in surgery.line(Step.SENDER).says
    words = words_of(surgery.desk.answer)
    assert "every step was passed" in words
    assert "It acknowledged nothing" in words
    assert surgery.desk.kept.status == MailStatus.REFUSED
    assert surgery.desk.refusals() == []
    assert surgery.desk.acknowledged() == []
    assert surgery.desk.state().status.value == "ringing"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"SHOPOPS_SMTP_URL": ""}, "Set SHOPOPS_SMTP_URL"),
        ({"SHOPOPS_SMTP_URL": "http://x"}, "SHOPOPS_SMTP_URL names no mail server"),
        ({"SHOPOPS_REPLY_ADDRESS": "no address"}, "SHOPOPS_REPLY_ADDRESS"),
        ({"SHOPOPS_INBOUND": []}, "Set SHOPOPS_INBOUND"),
        ({"SHOPOPS_INBOUND": ["pigeon"]}, "pigeon, which is no way in"),
        ({"SHOPOPS_INBOUND": ["mailgun"]}, "Set SHOPOPS_MAILGUN_SIGNING_KEY"),
        ({"SHOPOPS_INBOUND": ["postmark"]}, "Set SHOPOPS_INBOUND_BASIC_AUTH"),
        (
            {"SHOPOPS_ENV": "production", "SHOPOPS_INBOUND_SECRET": ""},
            "Set SHOPOPS_INBOUND_SECRET",
        ),
    ],
)
def test_settings_that_cannot_work_are_named_and_nothing_is_sent(
    surgery: Surgery, changed: dict[str, object], words: str
) -> None:
    before = len(surgery.desk.sink.mails)
    with override_settings(**changed):
        begin(surgery.desk).assert_first_failure(Step.SETTINGS, words)
    assert len(surgery.desk.sink.mails) == before


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer.REJECT_SENDER, "did not take the mail: 450 not now"),
        (Answer.REJECT_RECIPIENT, "knows no maya@oncall.example"),
        (Answer.REJECT_DATA, "did not take the mail: 451"),
        (Answer.HANG_UP_EARLY, "did not take the mail"),
        (Answer.KEEP_AND_HANG_UP, "may have arrived"),
    ],
)
def test_a_mail_server_that_does_not_take_the_test_mail_is_named(
    surgery: Surgery, answer: Answer, words: str
) -> None:
    surgery.desk.sink.script.append(answer)
    begin(surgery.desk).assert_first_failure(Step.SENT, words)


def test_an_answer_proves_that_a_mail_of_unknown_fate_arrived(surgery: Surgery) -> None:
    surgery.desk.sink.script.append(Answer.KEEP_AND_HANG_UP)
    other = begin(surgery.desk)
    other.answer()
    other.assert_passed()


def test_a_test_mail_that_comes_back_failed_to_be_sent(surgery: Surgery) -> None:
    report = (
        "--B\nContent-Type: text/plain\n\nSorry.\n"
        "--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.oncall.example\n\n"
        "Final-Recipient: rfc822; maya@oncall.example\nAction: failed\nStatus: 5.1.1\n\n--B--\n"
    )
    kind = 'multipart/report; report-type=delivery-status; boundary="B"'
    surgery.answer(report, sender="MAILER-DAEMON@mx.oncall.example", kind=kind)
    surgery.assert_first_failure(Step.SENT, "it came back", "5.1.1")
    assert surgery.desk.answers == []


def test_a_wrong_signature_is_told_and_leaves_no_row_for_acknowledgments(surgery: Surgery) -> None:
    answer = surgery.desk.post(surgery.mail(), x_shopops_signature="0" * 64)
    assert answer.status_code == 403
    surgery.assert_first_failure(
        Step.ARRIVED, "the signature does not fit the mail", "SHOPOPS_INBOUND_SECRET"
    )
    assert not InboundMail.objects.exists()
    assert not InboundToken.objects.exists()
    surgery.answer()
    surgery.assert_passed()


def test_a_signature_of_another_time_is_told(surgery: Surgery, clock: Clock) -> None:
    raw = surgery.mail()
    signed = signed_headers(
        slug=surgery.desk.tenant.slug, raw=raw, now=clock.now - timedelta(minutes=10)
    )
    surgery.desk.post(
        raw,
        x_shopops_signature=signed["X-ShopOps-Signature"],
        x_shopops_timestamp=signed["X-ShopOps-Timestamp"],
    )
    surgery.assert_first_failure(Step.ARRIVED, "too old", "Set the clocks")


def test_a_mail_that_is_too_long_is_told(surgery: Surgery) -> None:
    assert surgery.desk.post(b"x" * (40 * 1024 * 1024 + 1)).status_code == 413
    surgery.assert_first_failure(Step.ARRIVED, "longer than")


def test_a_way_that_is_not_switched_on_is_told(surgery: Surgery) -> None:
    event = postmark_json(surgery.mail())
    answer = post_postmark(surgery.desk.client, surgery.desk.tenant.slug, event)
    assert answer.status_code == 404
    surgery.assert_first_failure(Step.ARRIVED, "not switched on", "Add postmark to SHOPOPS_INBOUND")
    with override_settings(SHOPOPS_INBOUND=["postmark"]):
        surgery.desk.post(surgery.mail())
    surgery.assert_first_failure(Step.ARRIVED, "Add raw to SHOPOPS_INBOUND")


def test_a_way_that_never_was_leaves_nothing(surgery: Surgery) -> None:
    path = f"/inbound/{surgery.desk.tenant.slug}/pigeon"
    assert surgery.desk.client.post(path).status_code == 404
    assert surgery.states[Step.ARRIVED] == "waiting"


@override_settings(**WEBHOOKS)
def test_a_wrong_password_of_postmark_is_told(surgery: Surgery) -> None:
    event = postmark_json(surgery.mail())
    answer = post_postmark(surgery.desk.client, surgery.desk.tenant.slug, event, authorized=False)
    assert answer.status_code == 403
    surgery.assert_first_failure(Step.ARRIVED, "basic auth", "SHOPOPS_INBOUND_BASIC_AUTH")
    post_postmark(surgery.desk.client, surgery.desk.tenant.slug, event)
    surgery.assert_passed()
    assert "by postmark" in surgery.line(Step.ARRIVED).says


@override_settings(**WEBHOOKS)
def test_a_wrong_key_of_mailgun_is_told(surgery: Surgery, clock: Clock) -> None:
    form = mailgun_form(surgery.mail(), now=clock.now)
    slug = surgery.desk.tenant.slug
    post_mailgun(surgery.desk.client, slug, form | {"signature": "0" * 64})
    surgery.assert_first_failure(Step.ARRIVED, "incorrect signature", "SHOPOPS_MAILGUN_SIGNING_KEY")
    post_mailgun(surgery.desk.client, slug, form)
    surgery.assert_passed()


@override_settings(**WEBHOOKS)
def test_a_proof_that_was_used_before_is_told(surgery: Surgery, clock: Clock) -> None:
    slug = surgery.desk.tenant.slug
    other = mailgun_form(surgery.desk.mail("hello", to="reply@in.shop.example"), now=clock.now)
    assert post_mailgun(surgery.desk.client, slug, other).status_code == 200
    post_mailgun(surgery.desk.client, slug, mailgun_form(surgery.mail(), now=clock.now))
    surgery.assert_first_failure(Step.KEPT, "came before", "Answer once more")


def test_the_same_answer_again_changes_nothing(surgery: Surgery) -> None:
    raw = surgery.mail()
    surgery.desk.post(raw)
    assert surgery.desk.post(raw).content == b"It came before.\n"
    surgery.assert_passed()


@pytest.mark.parametrize(
    ("headers", "fields", "words"),
    [
        (("From: Per <per@oncall.example>",), {}, "no From header, or more than one"),
        ((), {"sender": "Maya <maya@oncall.example>, x@y.example"}, "several senders"),
        (("Auto-Submitted: auto-replied",), {}, "An automatic answer"),
        (("List-Id: <all.oncall.example>",), {}, "mailing list"),
        (("X-Broken: a\0b",), {}, "headers are broken"),
    ],
)
def test_an_answer_whose_sender_cannot_be_read_is_told(
    surgery: Surgery, headers: tuple[str, ...], fields: dict[str, str], words: str
) -> None:
    surgery.answer("", *headers, **fields)
    surgery.assert_first_failure(Step.READ, words)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        (
            "mx.other.example; dmarc=pass header.from=oncall.example",
            (
                f"Results is from `mx.other.example`; this shop trusts `{SERVER}`",
                "name it under Settings, Replies",
            ),
        ),
        ("", ("no Authentication-Results header", f"Let `{SERVER}` check DMARC")),
        (f"{SERVER}; dmarc=fail header.from=oncall.example", ("did not pass DMARC", SERVER)),
        (f"{SERVER}; spf=pass smtp.mailfrom=oncall.example", ("did not judge", "DMARC record")),
        (f"{SERVER}; dmarc=pass header.from=other.example", ("for another domain",)),
        (f"{SERVER}; dmarc=pass =", ("malformed", "RFC 8601")),
    ],
)
def test_an_answer_that_nobody_vouches_for_names_the_servers_seen_and_trusted(
    surgery: Surgery, results: str, words: tuple[str, ...]
) -> None:
    surgery.answer(results=results)
    surgery.assert_first_failure(Step.SENDER, *words)
    assert surgery.desk.answers == []


@override_settings(SHOPOPS_AUTHSERV_ID="")
def test_without_a_trusted_server_the_one_that_was_seen_is_offered(surgery: Surgery) -> None:
    surgery.answer()
    surgery.assert_first_failure(
        Step.SENDER, "this shop trusts no server’s results", f"If `{SERVER}` is your receiving"
    )


def test_a_sender_who_is_not_on_the_roster_is_told(surgery: Surgery) -> None:
    surgery.answer(sender="Maya <maya.private@oncall.example>")
    surgery.assert_first_failure(
        Step.ROSTER, "maya.private@oncall.example is not on this shop’s roster"
    )
    assert surgery.desk.answers == []


def test_a_look_alike_of_a_roster_address_is_not_on_the_roster(surgery: Surgery) -> None:
    domain = "onc\u0430ll.example"  # with a Cyrillic letter
    results = f"{SERVER}; dmarc=pass header.from={a_label(domain)}"
    surgery.answer(sender=f"Maya <maya@{domain}>", results=results)
    surgery.assert_first_failure(Step.ROSTER, "is not on this shop’s roster")


def test_a_shared_mailbox_is_told(surgery: Surgery) -> None:
    RosterContact.objects.filter(tenant=surgery.desk.tenant).update(shared=True)
    surgery.answer()
    surgery.assert_first_failure(Step.ROSTER, "Several people read maya@oncall.example")


def test_an_address_that_two_people_have_is_told(surgery: Surgery) -> None:
    per = on_call(surgery.desk.tenant, "Per")
    RosterContact.objects.filter(membership=per).update(email="maya@oncall.example")
    surgery.answer()
    surgery.assert_first_failure(Step.ROSTER, "more than once (Maya, Per)")


def test_an_answer_of_somebody_else_is_told(surgery: Surgery) -> None:
    on_call(surgery.desk.tenant, "Per")
    surgery.answer(sender="Per <per@oncall.example>")
    surgery.assert_first_failure(Step.TAG, "The test was sent to Maya; the answer is Per’s")


def test_a_reply_address_that_lost_its_plus_is_told(surgery: Surgery) -> None:
    reference = f"In-Reply-To: {surgery.asked['Message-ID']}"
    surgery.answer("", reference, to="reply@in.shop.example")
    surgery.assert_first_failure(Step.TAG, "reply@in.shop.example", "recipient_delimiter")


def test_a_mail_of_the_person_that_names_no_test_is_pointed_out(surgery: Surgery) -> None:
    surgery.answer(to="reply@in.shop.example")
    line = surgery.line(Step.ARRIVED)
    assert str(line.state) == "waiting"
    assert "names neither the test’s reply address nor its Message-ID" in line.says


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("> Test code: {code}\n", "only in what is quoted"),
        ("[{code}]\n", "in brackets"),
        ("I think it is {code} or so.\n", "within other text"),
        ("https://shop.example/{code}\n", "in a link"),
        ("Got it!\n", "does not stand in the answer"),
    ],
)
def test_a_code_that_was_not_typed_alone_on_a_line_is_told(
    surgery: Surgery, text: str, words: str
) -> None:
    surgery.answer(text.format(code=surgery.code))
    surgery.assert_first_failure(Step.CODE, words, "alone on a line")
    assert "a step failed" in words_of(surgery.desk.answer)


def test_a_typing_error_and_another_test_s_code_are_told(surgery: Surgery) -> None:
    other = begin(surgery.desk)
    surgery.answer(other.code)
    surgery.assert_first_failure(Step.CODE, "The code of another test")
    wrong = "2" if surgery.code[0] != "2" else "3"
    surgery.answer(wrong + surgery.code[1:])
    surgery.assert_first_failure(Step.CODE, "typing error")


def test_an_answer_without_text_is_told(surgery: Surgery) -> None:
    surgery.answer("x", kind="application/ms-tnef")
    surgery.assert_first_failure(Step.CODE, "No text can be read")


def test_a_better_answer_mends_a_test_and_a_worse_one_does_not_undo_it(surgery: Surgery) -> None:
    surgery.answer(results="")
    surgery.assert_first_failure(Step.SENDER)
    surgery.answer("", "Auto-Submitted: auto-replied")
    surgery.assert_first_failure(Step.SENDER)
    surgery.answer()
    surgery.assert_passed()
    surgery.answer(results="")
    surgery.assert_passed()


def test_an_answer_that_comes_less_far_forgets_how_far_the_one_before_came(
    surgery: Surgery,
) -> None:
    surgery.answer("Got it!")
    surgery.assert_first_failure(Step.CODE)
    surgery.answer(results="")
    surgery.assert_first_failure(Step.SENDER)
