"""Mail that machines wrote, and reports of mail that did not arrive."""

import pytest

from shopops.acknowledgments.automation import automation_of
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.reading.message import read_message
from shopops.acknowledgments.reading.report import Action, DeliveryReport, ReportedRecipient
from tests.support.mails import OWN_ADDRESSES, a_mail, parts

OURS = "<ring.1f0c@shopops.example>"
REPORT = "multipart/report; report-type=delivery-status; boundary=B"
SAID = "Content-Type: text/plain\n\nCould not be delivered."


def status(action: str, address: str = "ida@northline.example", code: str = "5.1.1") -> str:
    return (
        "Content-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.in.example\n\n"
        f"Final-Recipient: rfc822; {address}\nAction: {action}\nStatus: {code}\n"
    )


def returned(kind: str = "message/rfc822") -> str:
    return f"Content-Type: {kind}\n\nMessage-ID: {OURS}\nSubject: Northline\n\nCode"


def reason(raw: bytes, **more: str) -> Reason | None:
    return automation_of(read_message(raw), own_addresses=OWN_ADDRESSES, **more)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("Auto-Submitted: auto-replied", Reason.AUTO_SUBMITTED),
        ("Auto-Submitted: auto-generated; x=y", Reason.AUTO_SUBMITTED),
        ("Auto-Submitted: AUTO-NOTIFIED (a b)", Reason.AUTO_SUBMITTED),
        ("Auto-Submitted: (out) auto-replied", Reason.AUTO_SUBMITTED),
        ("Precedence: (a) bulk", Reason.PRECEDENCE),
        ("Auto-Submitted: (a) no", None),
        ("Auto-Submitted: no", None),
        ("Auto-Submitted: no (a person)", None),
        ("X-Autoreply: yes", Reason.AUTO_SUBMITTED),
        ("Return-Path: <>", Reason.NULL_RETURN_PATH),
        ("Return-Path:  < > ", Reason.NULL_RETURN_PATH),
        ("Return-Path: <ida@northline.example>", None),
        ("Precedence: bulk", Reason.PRECEDENCE),
        ("Precedence: Auto_Reply", Reason.PRECEDENCE),
        ("Precedence: first-class", None),
        ("Return-Path: <MAILER-DAEMON@mx.example>", Reason.MAILER_DAEMON),
        ("List-Id: <x.example>", Reason.LIST_MAIL),
        ("List-Unsubscribe: <mailto:x@y.example>", Reason.LIST_MAIL),
        ("Mailing-List: x", Reason.LIST_MAIL),
        ("Return-Path: <Alerts@ShopOps.example>", Reason.OWN_ADDRESS),
        ("X-Mailer: Listserv", None),
    ],
)
def test_headers_that_only_machines_set_are_known(header: str, expected: Reason | None) -> None:
    assert reason(a_mail("x", header)) == expected


@pytest.mark.parametrize(
    ("sender", "expected"),
    [
        ("Mail <mailer-daemon@northline.example>", Reason.MAILER_DAEMON),
        ("ShopOps Alerts <alerts@shopops.example>", Reason.OWN_ADDRESS),
        ("x <x@y.example>, ALERTS@shopops.example", Reason.OWN_ADDRESS),
        ("Ida Lund <ida@northline.example>", None),
    ],
)
def test_senders_that_are_machines_are_known(sender: str, expected: Reason | None) -> None:
    assert reason(a_mail("x", sender=sender)) == expected


def test_the_provider_may_tell_the_null_return_path_instead_of_the_header() -> None:
    assert reason(a_mail(), envelope_sender="") == Reason.NULL_RETURN_PATH
    assert reason(a_mail(), envelope_sender="ida@northline.example") is None


@pytest.mark.parametrize(
    "kind",
    ["message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global-headers"],
)
def test_a_delivery_report_says_whom_which_of_our_mails_did_not_reach(kind: str) -> None:
    raw = a_mail(parts(SAID, status("failed"), returned(kind)), kind=REPORT)
    assert reason(raw) == Reason.DELIVERY_REPORT
    report = read_message(raw).report
    assert report == DeliveryReport(
        (ReportedRecipient("ida@northline.example", Action.FAILED, "5.1.1"),), (OURS,)
    )
    assert report.says_undelivered


def test_each_recipient_of_a_report_has_its_own_action() -> None:
    more = "\nFinal-Recipient: RFC822;per@northline.example\nAction: Relayed\n"
    raw = a_mail(parts(SAID, status("failed") + more, returned()), kind=REPORT)
    found = read_message(raw).report.recipients
    assert [(one.address, one.action) for one in found] == [
        ("ida@northline.example", Action.FAILED),
        ("per@northline.example", Action.RELAYED),
    ]


def test_an_international_report_is_read_as_well() -> None:
    body = status("failed", "ïda@northline.example").replace("delivery", "global-delivery")
    found = read_message(a_mail(parts(SAID, body, returned("message/global")), kind=REPORT)).report
    assert (found.recipients[0].address, found.message_ids) == ("ïda@northline.example", (OURS,))


@pytest.mark.parametrize(
    ("action", "undelivered"),
    [("failed", True), ("delayed", False), ("delivered", False), ("expanded", False), ("?", False)],
)
def test_only_a_failure_is_undelivered(action: str, undelivered: bool) -> None:
    raw = a_mail(parts(SAID, status(action), returned()), kind=REPORT)
    assert reason(raw) == Reason.DELIVERY_REPORT
    assert read_message(raw).report.says_undelivered is undelivered


def test_a_report_without_parts_names_the_failed_in_a_header_and_our_mail_in_its_text() -> None:
    text = f"Failed.\n\n------ This is a copy.\n\nReturn-path: <x>\nMessage-Id: {OURS}\n"
    found = read_message(a_mail(text, "X-Failed-Recipients: Ida@northline.example")).report
    assert found.says_undelivered
    assert found.message_ids == (OURS,)


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/report; report-type=disposition-notification; boundary=B",
        "multipart/report; report-type=feedback-report; boundary=B",
        "multipart/report; boundary=B",
        "multipart/report",
    ],
)
def test_other_reports_are_dropped_without_marking_anything(kind: str) -> None:
    raw = a_mail(parts(SAID), kind=kind)
    assert reason(raw) == Reason.OTHER_REPORT
    assert read_message(raw).report is None


def test_a_report_that_names_nothing_is_still_a_report() -> None:
    raw = a_mail(parts(SAID, "Content-Type: message/delivery-status\n\n"), kind=REPORT)
    assert read_message(raw).report == DeliveryReport((), ())
