"""Who sent a mail, as far as that is proven."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from shopops.acknowledgments import authentication_results
from shopops.acknowledgments.authentication_results import Malformed, MethodResult
from shopops.acknowledgments.domains import a_label
from shopops.acknowledgments.mailbox import Mailbox
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.partial_signatures import rests_on_a_part
from shopops.acknowledgments.reading.message import Read

CheckSignature = Callable[[str], Reason | None]


class Proof(StrEnum):
    """How the sender was verified; kept with the acknowledgment."""

    AUTHENTICATION_RESULTS = "authentication_results"
    PROVIDER = "provider"
    OWN_DKIM = "own_dkim"
    UNPROVEN = "unproven"  # only the From header says so


class ProviderVerdict(Struct, frozen=True):
    """What the mail provider found, told outside the message. `domain`: whose DMARC it judged."""

    passed: bool
    domain: str


class Trust(Struct, frozen=True, kw_only=True):
    """Whose word counts.

    `authserv_id`: the name that the receiving mail server puts on its results. `check_signature`:
    our own DKIM check of the message for a domain (`dkim_check`); None where there is none.
    `takes_unproven`: the shop takes mail that nobody vouches for, knowingly.
    """

    authserv_id: str | None = None
    provider: ProviderVerdict | None = None
    check_signature: CheckSignature | None = None
    takes_unproven: bool = False


def proof_of(read: Read, mailbox: Mailbox, trust: Trust, *, is_known: bool) -> Proof | Reason:
    """How it is proven that the mail is from that mailbox; the reason where it is not.

    `is_known`: the mailbox is on the roster. For others we make no check of our own: their domain
    could name a key that takes for ever.
    """
    proof = _proof(read, mailbox.domain, trust, checks=is_known)
    if proof in {Reason.NO_VERDICT, Reason.NO_DMARC} and trust.takes_unproven:
        return Proof.UNPROVEN
    return proof


def _proof(read: Read, domain: str, trust: Trust, *, checks: bool) -> Proof | Reason:
    """Server and provider must agree where both speak; our own check is for when neither does."""
    spoken: list[Proof | Reason] = []
    if results := _trusted_results(read, trust.authserv_id):
        spoken.append(_by_results(read, results, domain) or Proof.AUTHENTICATION_RESULTS)
    if trust.provider is not None:
        spoken.append(_by_provider(trust.provider, domain) or Proof.PROVIDER)
    if spoken:
        return next((answer for answer in spoken if isinstance(answer, Reason)), spoken[0])
    if trust.check_signature is None or not checks:
        return Reason.NO_VERDICT
    return trust.check_signature(domain) or Proof.OWN_DKIM


def _trusted_results(read: Read, authserv_id: str | None) -> list[str]:
    """The headers that bear the trusted name; also such that bear it and cannot be read."""
    if not authserv_id:
        return []
    name = authserv_id.lower()
    servers = [
        (authentication_results.server_of(value), value)
        for value in read.all("authentication-results")
    ]
    return [
        value
        for server, value in servers
        if server == name or (server is None and name in value.lower())
    ]


def _by_results(read: Read, headers: list[str], domain: str) -> Reason | None:
    if len(headers) > 1:
        return Reason.SEVERAL_VERDICTS
    try:
        results = authentication_results.parse(headers[0])
    except Malformed:
        return Reason.VERDICT_UNREADABLE
    if refusal := _by_dmarc(results.of("dmarc"), domain):
        return refusal
    return Reason.DKIM_PARTIAL if rests_on_a_part(read, results, domain) else None


def _by_dmarc(found: list[MethodResult], domain: str) -> Reason | None:
    if len(found) > 1:
        return Reason.SEVERAL_VERDICTS
    if not found or found[0].result == "none":
        return Reason.NO_DMARC
    dmarc = found[0]
    if dmarc.result != "pass":
        return Reason.NOT_PASSED
    judged = dmarc.properties.get("header.from")
    return None if judged and a_label(judged) == domain else Reason.DOMAIN_MISMATCH


def _by_provider(verdict: ProviderVerdict, domain: str) -> Reason | None:
    if not verdict.passed:
        return Reason.NOT_PASSED
    return None if a_label(verdict.domain) == domain else Reason.DOMAIN_MISMATCH
