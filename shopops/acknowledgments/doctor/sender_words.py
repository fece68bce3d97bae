"""Why nobody vouches for a sender, in words that say what to set. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from shopops.acknowledgments import authentication_results
from shopops.acknowledgments.outcomes import SENTENCES, Reason
from shopops.acknowledgments.reading.message import Read

MOST_NAMED = 5
UNREADABLE = "one that can’t be read"
NEVER_ANOTHERS = (
    "Trust a name only if it is your own receiving server’s and that server takes away such "
    "headers from mail that comes in."
)
ADVICE: dict[Reason, str] = {
    Reason.SEVERAL_VERDICTS: "Let the server remove headers of its own name from incoming mail.",
    Reason.VERDICT_UNREADABLE: "Let the server write it as RFC 8601 has it.",
    Reason.NO_DMARC: (
        "Publish a DMARC record for the sender’s domain, and let the receiving server check DMARC."
    ),
    Reason.NOT_PASSED: (
        "Let the sender’s mail system sign with DKIM for its own domain, or answer from an address "
        "whose domain passes DMARC."
    ),
    Reason.DOMAIN_MISMATCH: "Let the sender answer from an address of the domain that was judged.",
    Reason.DKIM_PARTIAL: "Let the sender’s mail system sign the whole text, without l=.",
}
OWN_CHECK: dict[Reason, str] = {
    Reason.NO_VERDICT: "It bears no DKIM signature either.",
    Reason.DKIM_OTHER_DOMAIN: "Its DKIM signature is of another domain than the sender’s.",
    Reason.DKIM_PARTIAL: "Its DKIM signature covers only a part of the text (l=).",
    Reason.DKIM_FAILED: (
        "Its DKIM signature does not hold: that also happens where the mail is not passed on byte "
        "for byte as it came in."
    ),
    Reason.TOO_MUCH: "It is too intricate for a check of its DKIM signature.",
}
NOT_CHECKED = "Its DKIM signature was not looked at, because its sender is not on the roster."


class Vouching(Struct, frozen=True, kw_only=True):
    """`seen`: whose Authentication-Results the mail has, from the top; `trusted`: whose count."""

    seen: Sequence[str]
    trusted: str | None
    is_known: bool

    @property
    def spoke(self) -> bool:
        """Whether the trusted server did."""
        return self.trusted is not None and self.trusted.lower() in self.seen


def servers_seen(read: Read) -> list[str]:
    names = map(authentication_results.server_of, read.all("authentication-results"))
    return list(dict.fromkeys(name or UNREADABLE for name in names))[:MOST_NAMED]


def unproven_words(reason: Reason, vouching: Vouching) -> tuple[str, str]:
    """What was seen, and what to do about it."""
    if vouching.spoke or reason not in OWN_CHECK:
        named = f" It is `{vouching.trusted}` that this shop trusts." if vouching.trusted else ""
        return SENTENCES[reason] + named, ADVICE.get(reason, "")
    own = OWN_CHECK[reason] if vouching.is_known else NOT_CHECKED
    return f"{_servers(vouching)} {own}", _setting(vouching)


def _servers(vouching: Vouching) -> str:
    trusted = vouching.trusted
    trusts = f"this shop trusts `{trusted}`" if trusted else "this shop trusts no server’s results"
    if not vouching.seen:
        return f"The answer has no Authentication-Results header; {trusts}."
    names = ", ".join(f"`{name}`" for name in vouching.seen)
    return f"The answer arrived, but its Authentication-Results is from {names}; {trusts}."


def _setting(vouching: Vouching) -> str:
    named = [name for name in vouching.seen if name != UNREADABLE]
    if named:
        return (
            f"If `{named[0]}` is your receiving mail server, name it under Settings, Replies, or "
            f"for every shop in SHOPOPS_AUTHSERV_ID. {NEVER_ANOTHERS}"
        )
    if vouching.trusted:
        return f"Let `{vouching.trusted}` check DMARC and put its result on what it delivers."
    return (
        "Let the receiving mail server put its DMARC result on what it delivers and set "
        "SHOPOPS_AUTHSERV_ID to its name, or let the sender’s mail system sign with DKIM."
    )
