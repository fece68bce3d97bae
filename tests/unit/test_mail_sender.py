"""Who sent a mail: one From header with one mailbox, and somebody trusted who vouches for it."""

import pytest

from shopops.acknowledgments.arrival import Arrival
from shopops.acknowledgments.domains import a_label, comparable
from shopops.acknowledgments.mailbox import Mailbox, mailbox_of
from shopops.acknowledgments.outcomes import EXCESSES, SENTENCES, Outcome, Reason
from shopops.acknowledgments.reading.limits import TooMuch
from shopops.acknowledgments.reading.message import read_message
from shopops.acknowledgments.roster import Person, Roster
from shopops.acknowledgments.sender import Proof, ProviderVerdict, Trust
from tests.support.mails import IDA, PASSED, SERVER, TRUST, a_mail, decided

FORGED = "attacker.example; dmarc=pass header.from=northline.example"


def arrival(raw: bytes, trust: Trust = TRUST) -> Arrival:
    return decided(raw, trust=trust).arrival


def reason(raw: bytes, trust: Trust = TRUST) -> Reason | None:
    return arrival(raw, trust).reason


@pytest.mark.parametrize(
    "sender",
    [
        "ida@northline.example",
        "Ida Lund <ida@northline.example>",
        "Ida B. Lund <ida@northline.example>",
        '"Lund, Ida" <IDA@Northline.Example>',
        "=?utf-8?q?Ida_L=C3=BCnd?= <ida@northline.example>",
        "Ida Lünd <ida@northline.example>",
        "Ida Lund\r\n <ida@northline.example>",
        "ida@northline.example (Ida (at work))",
        "=?utf-8?q?per=40northline=2Eexample?= <ida@northline.example>",
    ],
)
def test_one_mailbox_is_an_identity_however_it_is_written(sender: str) -> None:
    found = mailbox_of(read_message(a_mail(sender=sender)))
    assert isinstance(found, Mailbox)
    assert (found.address, found.domain) == ("ida@northline.example", "northline.example")


@pytest.mark.parametrize(
    ("sender", "expected"),
    [
        ("", Reason.FROM_COUNT),
        ("x <x@evil.example>\r\nFrom: Ida <ida@northline.example>", Reason.FROM_COUNT),
        ("x <x@evil.example>\rFrom: Ida <ida@northline.example>", Reason.FROM_COUNT),
        ("ida@northline.example, x@evil.example", Reason.FROM_SEVERAL),
        ("Lund, Ida <ida@northline.example>", Reason.FROM_SEVERAL),
        ("Team: ida@northline.example;", Reason.FROM_GROUP),
        ("Team:;", Reason.FROM_GROUP),
        (" ", Reason.FROM_DEFECT),
        ("Ida Lund", Reason.FROM_DEFECT),
        ("Ida <>", Reason.FROM_DEFECT),
        ("Ida <ida@northline.example", Reason.FROM_DEFECT),
        ("<ida@northline.example> <x@evil.example>", Reason.FROM_DEFECT),
        ("<@evil.example:ida@northline.example>", Reason.FROM_DEFECT),
        ("ida@northline.example x@evil.example", Reason.FROM_DEFECT),
        ("ida@northline.example@evil.example", Reason.FROM_DEFECT),
        ('"ida@northline.example"@evil.example', Reason.FROM_DEFECT),
        ('"ida lund"@northline.example', Reason.FROM_DEFECT),
        ("ida@[192.0.2.1]", Reason.FROM_DEFECT),
        ("ida@localhost", Reason.FROM_DEFECT),
        ("ida@nørth..example", Reason.FROM_DEFECT),
        ("=?utf-8?q?a=0aFrom=3a_b?= <ida@northline.example>", Reason.FROM_DEFECT),
        ("i" * 2_000 + " <ida@northline.example>", Reason.FROM_DEFECT),
        ("Ida\x00 <ida@northline.example>", Reason.BROKEN_HEADERS),
    ],
)
def test_any_other_from_header_is_no_identity(sender: str, expected: Reason) -> None:
    found = arrival(a_mail(sender=sender))
    assert (found.outcome, found.reason) == (Outcome.QUARANTINE, expected)


def test_a_message_that_was_not_parsed_has_no_sender() -> None:
    assert reason(b"X: y\r\n" * 3_000) == Reason.TOO_MUCH


@pytest.mark.parametrize(
    "results",
    [
        PASSED,
        PASSED.replace("northline", "NorthLine").replace("mx.in", "MX.In"),
        f'"{SERVER}" 1; dmarc=pass (p=reject) header.from="northline.example" policy.x=y;',
        f"{SERVER}; spf=fail smtp.mailfrom=x@y.example; dmarc=pass header.from=northline.example",
        f'{SERVER};\r\n dmarc/1 = pass reason="a;b" header.from = northline.example',
        f"(a) {SERVER} (b \\) (c)) ; dmarc=pass (d) action=none header.from=northline.example",
    ],
)
def test_a_pass_of_the_trusted_server_for_the_senders_domain_is_proof(results: str) -> None:
    found = arrival(a_mail(results=results))
    assert (found.outcome, found.proof) == (Outcome.GO_ON, Proof.AUTHENTICATION_RESULTS)
    assert found.person == IDA


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("", Reason.NO_VERDICT),
        (FORGED, Reason.NO_VERDICT),
        (f"x{PASSED}", Reason.NO_VERDICT),
        (f"({SERVER}) {FORGED}", Reason.NO_VERDICT),
        (f"{SERVER}; none", Reason.NO_DMARC),
        (f"{SERVER}; dkim=pass header.d=northline.example", Reason.NO_DMARC),
        (f"{SERVER}; dmarc=none header.from=northline.example", Reason.NO_DMARC),
        (f"{SERVER}; x=y (; dmarc=pass header.from=northline.example)", Reason.NO_DMARC),
        (f'{SERVER}; x="y; dmarc=pass header.from=northline.example"', Reason.NO_DMARC),
        (f"{SERVER}; dmarc=fail header.from=northline.example", Reason.NOT_PASSED),
        (f"{SERVER}; dmarc=temperror header.from=northline.example", Reason.NOT_PASSED),
        (f"{SERVER}; dmarc=bestguesspass header.from=northline.example", Reason.NOT_PASSED),
        (f"{SERVER}; dmarc=pass header.from=evil.example", Reason.DOMAIN_MISMATCH),
        (f"{SERVER}; dmarc=pass header.from=mail.northline.example", Reason.DOMAIN_MISMATCH),
        (f"{SERVER}; dmarc=pass header.d=northline.example", Reason.DOMAIN_MISMATCH),
        (f"{PASSED}; dmarc=fail header.from=northline.example", Reason.SEVERAL_VERDICTS),
        (f"{PASSED} header.from=evil.example", Reason.VERDICT_UNREADABLE),
        (f"{SERVER}; dmarc is pass header.from is northline.example", Reason.VERDICT_UNREADABLE),
        (f"{PASSED}; dkim", Reason.VERDICT_UNREADABLE),
        (f"{PASSED};; dkim=pass", Reason.VERDICT_UNREADABLE),
        (f"{PASSED} (", Reason.VERDICT_UNREADABLE),
        (f'{PASSED} "', Reason.VERDICT_UNREADABLE),
        (f"({PASSED}", Reason.VERDICT_UNREADABLE),
        (f"{SERVER} x; dmarc=pass header.from=northline.example", Reason.VERDICT_UNREADABLE),
    ],
)
def test_anything_less_is_no_proof(results: str, expected: Reason) -> None:
    found = arrival(a_mail(results=results))
    assert (found.outcome, found.reason) == (Outcome.QUARANTINE, expected)


PARTIAL = "DKIM-Signature: v=1; a=rsa-sha256; d={}; l=120; h=from; b=AAAA"
WHOLE = "DKIM-Signature: v=1; a=rsa-sha256; d={}; h=from; b=AAAA"


@pytest.mark.parametrize(
    ("signatures", "spf", "expected"),
    [
        ([PARTIAL.format("northline.example")], "fail", Reason.DKIM_PARTIAL),
        ([PARTIAL.format("mail.northline.example")], "fail", Reason.DKIM_PARTIAL),
        ([PARTIAL.format("northline.example")], "pass", None),
        ([WHOLE.format("northline.example")], "fail", None),
        # whoever appended the text can have written the whole one, too
        (
            [PARTIAL.format("northline.example"), WHOLE.format("Northline.example")],
            "fail",
            Reason.DKIM_PARTIAL,
        ),
        (
            [PARTIAL.format("northline.example"), WHOLE.format("evil.example")],
            "fail",
            Reason.DKIM_PARTIAL,
        ),
        ([PARTIAL.format("evil.example")], "fail", None),
        ([], "fail", None),
    ],
)
def test_a_pass_that_rests_on_the_signature_of_a_part_of_the_text_is_no_proof(
    signatures: list[str], spf: str, expected: Reason | None
) -> None:
    results = f"{PASSED}; spf={spf} smtp.mailfrom=ida@northline.example"
    assert reason(a_mail("x", *signatures, results=results)) == expected


def test_spf_of_another_domain_does_not_make_up_for_it() -> None:
    results = f"{PASSED}; spf=pass smtp.mailfrom=evil.example"
    raw = a_mail("x", PARTIAL.format("northline.example"), results=results)
    assert reason(raw) == Reason.DKIM_PARTIAL


def test_two_headers_of_the_trusted_server_vouch_for_nobody() -> None:
    raw = a_mail("x", f"Authentication-Results: {PASSED}")
    assert reason(raw) == Reason.SEVERAL_VERDICTS


def test_headers_of_other_servers_are_ignored() -> None:
    assert reason(a_mail("x", f"Authentication-Results: {FORGED}")) is None
    assert reason(a_mail("x", "Authentication-Results: (((")) is None


def test_without_a_configured_server_its_headers_say_nothing() -> None:
    assert reason(a_mail(), Trust()) == Reason.NO_VERDICT


@pytest.mark.parametrize(
    ("passed", "domain", "expected"),
    [
        (True, "northline.example", None),
        (True, "Northline.example", None),
        (True, "evil.example", Reason.DOMAIN_MISMATCH),
        (True, "", Reason.DOMAIN_MISMATCH),
        (False, "northline.example", Reason.NOT_PASSED),
    ],
)
def test_the_providers_verdict_counts_as_the_servers_does(
    passed: bool, domain: str, expected: Reason | None
) -> None:
    found = arrival(a_mail(results=""), Trust(provider=ProviderVerdict(passed, domain)))
    assert found.reason == expected
    assert found.proof == (None if expected else Proof.PROVIDER)


def test_where_server_and_provider_disagree_nobody_vouches() -> None:
    refused = Trust(authserv_id=SERVER, provider=ProviderVerdict(False, "northline.example"))
    assert reason(a_mail(), refused) == Reason.NOT_PASSED
    agreed = Trust(authserv_id=SERVER, provider=ProviderVerdict(True, "northline.example"))
    assert arrival(a_mail(), agreed).proof == Proof.AUTHENTICATION_RESULTS
    failed = f"{SERVER}; dmarc=fail header.from=northline.example"
    assert reason(a_mail(results=failed), agreed) == Reason.NOT_PASSED


def test_our_own_check_is_asked_only_where_neither_spoke_and_only_about_roster_people() -> None:
    asked: list[str] = []

    def vouches(domain: str) -> None:
        asked.append(domain)

    trust = Trust(authserv_id=SERVER, check_signature=vouches)
    assert arrival(a_mail(results=""), trust).proof == Proof.OWN_DKIM
    assert asked == ["northline.example"]
    assert reason(a_mail(results="", sender="x@evil.example"), trust) == Reason.NO_VERDICT
    assert reason(a_mail(results=f"{SERVER}; none"), trust) == Reason.NO_DMARC
    assert asked == ["northline.example"]


def test_a_shop_may_take_unproven_mail_knowingly_but_never_what_failed() -> None:
    trust = Trust(authserv_id=SERVER, takes_unproven=True)
    assert arrival(a_mail(results=""), trust).proof == Proof.UNPROVEN
    assert arrival(a_mail(results=f"{SERVER}; none"), trust).proof == Proof.UNPROVEN
    failed = f"{SERVER}; dmarc=fail header.from=northline.example"
    assert reason(a_mail(results=failed), trust) == Reason.NOT_PASSED
    assert arrival(a_mail(), trust).proof == Proof.AUTHENTICATION_RESULTS


@pytest.mark.parametrize(
    ("domain", "label"),
    [
        ("Northline.Example", "northline.example"),
        ("nørthline.example", "xn--nrthline-54a.example"),
        ("NØRTHLINE.example", "xn--nrthline-54a.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("xn--nrthline-nbh.example", "xn--nrthline-nbh.example"),
        ("northline.example.", None),
        ("northline", None),
        ("-a.example", None),
        ("a b.example", None),
        ("\ud800.example", None),
        ("a." * 200 + "example", None),
        ("", None),
    ],
)
def test_domains_are_compared_as_a_labels(domain: str, label: str | None) -> None:
    assert a_label(domain) == label


def test_an_address_that_two_people_have_is_nobodys() -> None:
    other = Person(key="4d" * 32, name="Ida L.", addresses=("IDA@northline.example",))
    both = Roster([IDA, other])
    assert both.find("ida@northline.example") is None
    assert Roster([IDA]).find("ida@northline.example") == IDA
    assert comparable("no address") is None


def test_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Reason)
    assert set(EXCESSES) == set(TooMuch)
    assert all(text.endswith(".") for text in (*SENTENCES.values(), *EXCESSES.values()))
