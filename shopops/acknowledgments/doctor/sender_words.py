"""Why nobody vouches for a sender, and what to set about it. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from shopops.acknowledgments import authentication_results
from shopops.acknowledgments.doctor.said import Said, Says, Sentences, as_it_is, said
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.reading.message import Read

MOST_NAMED = 5
ADVICE: dict[Reason, Says] = {
    Reason.SEVERAL_VERDICTS: Says.REMOVE_HEADERS,
    Reason.VERDICT_UNREADABLE: Says.WRITE_RFC,
    Reason.NO_DMARC: Says.PUBLISH_DMARC,
    Reason.NOT_PASSED: Says.SIGN_OR_MOVE,
    Reason.DOMAIN_MISMATCH: Says.ANSWER_FROM_DOMAIN,
    Reason.DKIM_PARTIAL: Says.SIGN_WHOLE,
}
OWN_CHECK: dict[Reason, Says] = {
    Reason.NO_VERDICT: Says.NO_DKIM,
    Reason.DKIM_OTHER_DOMAIN: Says.DKIM_OTHERS,
    Reason.DKIM_PARTIAL: Says.DKIM_PART,
    Reason.DKIM_FAILED: Says.DKIM_BROKEN,
    Reason.TOO_MUCH: Says.DKIM_INTRICATE,
}


class Vouching(Struct, frozen=True, kw_only=True):
    """`seen`: whose Authentication-Results the mail has, from the top, empty where
    that can’t be read; `trusted`: whose count."""

    seen: Sequence[str]
    trusted: str | None
    is_known: bool

    @property
    def spoke(self) -> bool:
        """Whether the trusted server did."""
        return self.trusted is not None and self.trusted.lower() in self.seen


def servers_seen(read: Read) -> list[str]:
    names = map(authentication_results.server_of, read.all("authentication-results"))
    return list(dict.fromkeys(name or "" for name in names))[:MOST_NAMED]


def unproven_words(reason: Reason, vouching: Vouching) -> tuple[Sentences, Sentences]:
    """What was seen, and what to do about it."""
    if vouching.spoke or reason not in OWN_CHECK:
        trusted = vouching.trusted
        named = (said(Says.TRUSTS, trusted=trusted),) if trusted else ()
        return (said(reason), *named), (said(ADVICE[reason]),) if reason in ADVICE else ()
    own = OWN_CHECK[reason] if vouching.is_known else Says.DKIM_UNCHECKED
    return (_servers(vouching), said(own)), _setting(vouching)


def _servers(vouching: Vouching) -> Said:
    trusted = vouching.trusted
    if not vouching.seen:
        if trusted:
            return said(Says.NO_RESULTS, trusted=trusted)
        return said(Says.NO_RESULTS_NO_TRUST)
    servers = tuple(
        as_it_is(f"`{name}`") if name else said(Says.ONE_UNREADABLE) for name in vouching.seen
    )
    if trusted:
        return said(Says.RESULTS_OF, servers=servers, trusted=trusted)
    return said(Says.RESULTS_OF_NO_TRUST, servers=servers)


def _setting(vouching: Vouching) -> Sentences:
    named = [name for name in vouching.seen if name]
    if named:
        return said(Says.NAME_SERVER, server=named[0]), said(Says.NEVER_ANOTHERS)
    if vouching.trusted:
        return (said(Says.LET_SERVER_CHECK, trusted=vouching.trusted),)
    return (said(Says.LET_RECEIVER_CHECK),)
