"""Our own check of a DKIM signature, over the raw message and without any network."""

import base64
import hashlib
from functools import partial
from typing import Any

import dkim
import pytest
from dkim.canonicalization import CanonicalizationPolicy
from dkim.crypto import parse_pem_private_key

from shopops.acknowledgments.arrival import Arrival
from shopops.acknowledgments.dkim_check import MOST_SIGNATURES, LookUpTxt, check_dkim
from shopops.acknowledgments.outcomes import Outcome, Reason
from shopops.acknowledgments.sender import Proof, Trust
from tests.support.dkim_keys import PUBLISHED, SHORT_PUBLISHED, SHORT_SIGNING_KEY, SIGNING_KEY
from tests.support.mails import a_mail, decided

NAME = b"s1._domainkey.northline.example."
UNSIGNED = a_mail(results="")


def published(name: bytes, timeout: int = 5) -> bytes | None:
    return PUBLISHED if name == NAME else None


def signature(raw: bytes = UNSIGNED, **more: Any) -> bytes:
    options: dict[str, Any] = {
        "domain": b"northline.example",
        "selector": b"s1",
        "privkey": SIGNING_KEY,
        **more,
    }
    made: bytes = dkim.sign(raw, **options)
    return made


def signature_over(headers: list[bytes]) -> bytes:
    """A valid one of just these headers, which dkimpy does not make by its front door."""
    digest = base64.b64encode(hashlib.sha256(UNSIGNED.partition(b"\r\n\r\n")[2] + b"\r\n").digest())
    fields = [
        (b"v", b"1"),
        (b"a", b"rsa-sha256"),
        (b"c", b"simple/simple"),
        (b"d", b"northline.example"),
        (b"s", b"s1"),
        (b"h", b" : ".join(headers)),
        (b"bh", digest),
        (b"b", b"0" * 60),
    ]
    signer = dkim.DKIM(UNSIGNED)
    signer.hasher = dkim.HASH_ALGORITHMS[b"rsa-sha256"]
    policy = CanonicalizationPolicy.from_c_value(b"simple/simple")
    key = parse_pem_private_key(SIGNING_KEY)
    made: bytes = signer.gen_header(fields, headers, policy, b"DKIM-Signature", key)
    return b"DKIM-Signature: " + made


def arrival(raw: bytes, look_up: LookUpTxt = published) -> Arrival:
    check = partial(check_raw, raw, look_up)
    return decided(raw, trust=Trust(check_signature=check)).arrival


def check_raw(raw: bytes, look_up: LookUpTxt, domain: str) -> Reason | None:
    return check_dkim(raw, domain=domain, look_up=look_up)


def reason(raw: bytes, look_up: LookUpTxt = published) -> Reason | None:
    return arrival(raw, look_up).reason


@pytest.mark.parametrize("body", [b"simple", b"relaxed"])
@pytest.mark.parametrize("newline", [b"\r\n", b"\n"])
def test_a_signature_of_the_senders_own_domain_is_proof(body: bytes, newline: bytes) -> None:
    raw = signature(canonicalize=(b"relaxed", body)) + UNSIGNED
    found = arrival(raw.replace(b"\r\n", newline))
    assert (found.outcome, found.proof) == (Outcome.GO_ON, Proof.OWN_DKIM)


def test_a_message_without_a_signature_is_not_proven() -> None:
    assert reason(UNSIGNED) == Reason.NO_VERDICT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"7F3KQ", b"9F3KQ"),
        (b"ida@", b"per@"),
        (b"Subject: Re", b"Subject: Fw"),
        (b"bh=", b"bh=A"),
        (b"s=s1", b"s=s2"),
        (b"v=1", b"v=2"),
        (b" b=", b" z="),
    ],
)
def test_whatever_is_changed_afterwards_is_found_out(old: bytes, new: bytes) -> None:
    raw = signature() + UNSIGNED
    assert old in raw
    assert reason(raw.replace(old, new)) == Reason.DKIM_FAILED


@pytest.mark.parametrize("domain", [b"example", b"mail.northline.example", b"evil.example"])
def test_relatives_of_the_senders_domain_vouch_for_nobody(domain: bytes) -> None:
    def anything(name: bytes, timeout: int = 5) -> bytes:
        return PUBLISHED

    assert reason(signature(domain=domain) + UNSIGNED, anything) == Reason.DKIM_OTHER_DOMAIN


def test_a_signature_of_a_part_of_the_body_is_none() -> None:
    partial_only = signature(length=True) + UNSIGNED
    assert reason(partial_only) == Reason.DKIM_PARTIAL
    assert reason(partial_only + b"\r\n9T4WX-BC61K\r\n") == Reason.DKIM_PARTIAL


def test_one_good_signature_among_others_is_enough() -> None:
    others = signature(length=True) + signature(domain=b"evil.example")
    assert arrival(others + signature() + UNSIGNED).proof == Proof.OWN_DKIM
    many = signature(domain=b"evil.example") * MOST_SIGNATURES
    assert reason(many + signature() + UNSIGNED) == Reason.DKIM_OTHER_DOMAIN


def test_a_signature_that_leaves_out_the_sender_is_none() -> None:
    made = signature_over([b"subject", b"to"])
    assert dkim.verify(made + UNSIGNED, dnsfunc=published), "dkimpy alone would take it"
    assert reason(made + UNSIGNED) == Reason.DKIM_FAILED


def test_weak_algorithms_and_short_keys_are_not_taken() -> None:
    assert reason(signature(signature_algorithm=b"rsa-sha1") + UNSIGNED) == Reason.DKIM_FAILED

    def short(name: bytes, timeout: int = 5) -> bytes:
        return SHORT_PUBLISHED

    assert reason(signature(privkey=SHORT_SIGNING_KEY) + UNSIGNED, short) == Reason.DKIM_FAILED


@pytest.mark.parametrize(
    "answer", [None, b"", b"v=DKIM1; p=", b"v=DKIM1; k=rsa; p=AAAA", b"\xff", b"v=spf1 -all"]
)
def test_a_key_that_is_missing_or_broken_vouches_for_nobody(answer: bytes | None) -> None:
    def look_up(name: bytes, timeout: int = 5) -> bytes | None:
        return answer

    assert reason(signature() + UNSIGNED, look_up) == Reason.DKIM_FAILED


def test_a_name_server_that_is_silent_vouches_for_nobody() -> None:
    def silent(name: bytes, timeout: int = 5) -> bytes | None:
        raise dkim.DnsTimeoutError

    assert reason(signature() + UNSIGNED, silent) == Reason.DKIM_FAILED


@pytest.mark.parametrize(
    "header",
    [
        b"DKIM-Signature: \r\n",
        b"DKIM-Signature: v=1; d=northline.example; d=northline.example\r\n",
        b"DKIM-Signature: v=1; d=\xff\r\n",
        b"DKIM-Signature: ;;;\r\n",
        b"DKIM-Signature: " + b"a=b; " * 2_000 + b"\r\n",
    ],
)
def test_a_malformed_signature_never_raises(header: bytes) -> None:
    assert reason(header + UNSIGNED) in {Reason.DKIM_OTHER_DOMAIN, Reason.DKIM_FAILED}
    broken = b"no header\r\n" + header + UNSIGNED
    assert check_raw(broken, published, "northline.example") == Reason.DKIM_FAILED


@pytest.mark.parametrize(
    "body",
    [
        b"x" * 11 * 1024 * 1024,
        b"x\r\n" * 201_000,
        (b" " * 10_000 + b"x") * 2,
        b"x" + b"\r\n" * 3_000,
    ],
    ids=["large", "many lines", "long blanks", "long end"],
)
def test_what_would_take_long_is_not_checked(body: bytes) -> None:
    raw = UNSIGNED + body
    checked = check_dkim(b"DKIM-Signature: x\r\n" + raw, domain="a.example", look_up=published)
    assert checked == Reason.TOO_MUCH
