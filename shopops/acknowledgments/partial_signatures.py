"""DKIM signatures with `l=`: anybody may append text to such a mail, and DMARC still passes."""

from collections.abc import Iterator

from shopops.acknowledgments.authentication_results import AuthenticationResults
from shopops.acknowledgments.domains import a_label
from shopops.acknowledgments.reading.message import Read


def rests_on_a_part(read: Read, results: AuthenticationResults, domain: str) -> bool:
    """Whether a signature of a part of the body may have made DMARC pass for the domain. One of the
    whole beside it proves nothing: whoever appends text can write one that does not hold."""
    own = [tags for tags in _signatures(read) if _is_aligned(tags.get("d", ""), domain)]
    return any("l" in tags for tags in own) and not _spf_passed(results, domain)


def _signatures(read: Read) -> Iterator[dict[str, str]]:
    for value in read.all("dkim-signature"):
        tags = (tag.partition("=") for tag in value.split(";"))
        yield {name.strip(): text.strip() for name, _, text in tags}


def _spf_passed(results: AuthenticationResults, domain: str) -> bool:
    return any(
        result.result == "pass" and _is_aligned(_mail_from(result.properties), domain)
        for result in results.of("spf")
    )


def _mail_from(properties: dict[str, str]) -> str:
    return properties.get("smtp.mailfrom", "").rpartition("@")[2]


def _is_aligned(signer: str, domain: str) -> bool:
    """The same domain, one above or one below it, as DMARC's relaxed mode has it."""
    name = a_label(signer)
    return bool(name) and (f".{domain}".endswith(f".{name}") or f".{name}".endswith(f".{domain}"))
